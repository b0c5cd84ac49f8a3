import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { findDynamicEngine } from './access.ts';
import { toDynamicEngineJson } from './json.ts';
import { insertDynamicEngine } from './queries.ts';

/**
 * Creates a dynamic engine, which waits for its operator.
 * @rule dynamic-engines.create.permission
 */
export const createDynamicEngine = endpoint('POST /processing/runtimes/dynamic-engines', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, body }) {
    const id = newId();
    await insertDynamicEngine(tx, actor, { id, name: body.name.trim(), description: body.description ?? null });
    return { status: 201, body: toDynamicEngineJson(await findDynamicEngine(tx, actor, id)) };
  },
});
