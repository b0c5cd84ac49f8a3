import { endpoint } from '../../../core/http/endpoint.ts';
import { findConnection, lockConnection } from './access.ts';
import { requireRightForParameters } from './driver-rules.ts';
import { toConnectionJson } from './json.ts';
import { readStoredParameters, saveParameters } from './parameter-queries.ts';
import { updateConnection } from './queries.ts';
import { requireParametersOnce, mergeConnectionParameters } from './rules.ts';

/** Replaces the name, the parameters or both; a field that the body leaves out keeps its value. */
export const replaceConnection = endpoint('PUT /orchestration/connections/{connectionId}', {
  allow: { anyOf: ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'] },

  async run({ actor, tx, secrets, path, body }) {
    const connection = await lockConnection(tx, actor, path.connectionId);

    requireParametersOnce(body.parameters ?? []);
    const stored = body.parameters && (await readStoredParameters(tx, secrets, connection.id));
    const parameters = body.parameters && mergeConnectionParameters(body.parameters, stored ?? []);
    await requireRightForParameters(tx, actor, connection.workspace_id, stored ?? [], parameters ?? []);

    await updateConnection(tx, connection.id, body.name?.trim() ?? null);
    if (parameters !== undefined) await saveParameters(tx, secrets, connection.id, parameters);
    return { status: 200, body: toConnectionJson(await findConnection(tx, actor, connection.id, 'VIEW')) };
  },
});
