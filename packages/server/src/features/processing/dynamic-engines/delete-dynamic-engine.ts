import { endpoint } from '../../../core/http/endpoint.ts';
import { findDynamicEngine, lockDynamicEngine } from './access.ts';
import { countAssignments } from './assignment-queries.ts';
import { toDynamicEngineJson } from './json.ts';
import { markEngineDeleted, removeDynamicEngines } from './queries.ts';
import { requireNoEnvironment, requireNoOperation } from './rules.ts';

/**
 * Deletes a dynamic engine: at once if its operator does not report, otherwise when it has reported that the cluster is clean.
 * @rule dynamic-engines.delete.accepted
 */
export const deleteDynamicEngine = endpoint('DELETE /processing/runtimes/dynamic-engines/{id}', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path }) {
    const engine = await lockDynamicEngine(tx, actor, path.id);
    const { environments, removals } = await countAssignments(tx, engine.id);

    requireNoOperation(engine, removals);
    requireNoEnvironment(engine, environments);

    await markEngineDeleted(tx, actor, engine.id);
    const body = toDynamicEngineJson(await findDynamicEngine(tx, actor, engine.id));
    if (engine.fresh) return { status: 202, body, wake: [engine.id] };
    await removeDynamicEngines(tx, [engine.id]);
    return { status: 200, body };
  },
});
