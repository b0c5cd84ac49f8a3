import { endpoint } from '../../../core/http/endpoint.ts';
import { findConnection, lockConnection } from './access.ts';
import { toConnectionJson } from './json.ts';
import { readStoredParameters, saveParameters } from './parameter-queries.ts';
import { updateConnection } from './queries.ts';
import { hasParametersOnce, mergeConnectionParameters } from './rules.ts';

/** Replaces the name, the parameters or both; a field that the body leaves out keeps its value. */
export const replaceConnection = endpoint('PUT /orchestration/connections/{connectionId}', {
  allow: { anyOf: ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'] },

  async run({ actor, tx, secrets, path, body }) {
    const connection = await lockConnection(tx, actor, path.connectionId);

    hasParametersOnce(body.parameters ?? []);

    await updateConnection(tx, connection.id, body.name?.trim() ?? null);
    if (body.parameters !== undefined)
      await saveParameters(
        tx,
        secrets,
        connection.id,
        mergeConnectionParameters(body.parameters, await readStoredParameters(tx, secrets, connection.id)),
      );
    return { status: 200, body: toConnectionJson(await findConnection(tx, actor, connection.id, 'VIEW')) };
  },
});
