import { endpoint } from '../../../core/http/endpoint.ts';
import { findDynamicEngine, lockDynamicEngine } from './access.ts';
import { countAssignments } from './assignment-queries.ts';
import { toDynamicEngineJson } from './json.ts';
import { updateDynamicEngine } from './queries.ts';
import { requireNoOperation } from './rules.ts';

/** Replaces the name and the description of a dynamic engine. */
export const replaceDynamicEngine = endpoint('PUT /processing/runtimes/dynamic-engines/{id}', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const engine = await lockDynamicEngine(tx, actor, path.id);

    requireNoOperation(engine, (await countAssignments(tx, engine.id)).removals);

    await updateDynamicEngine(tx, actor, engine.id, { name: body.name.trim(), description: body.description || null });
    return { status: 200, body: toDynamicEngineJson(await findDynamicEngine(tx, actor, engine.id)), wake: [engine.id] };
  },
});
