import { endpoint } from '../../../core/http/endpoint.ts';
import { lockRemoteEngine } from './access.ts';
import { countEngineUses, removeEngine } from './queries.ts';
import { requireInNoCluster, requireEngineUnused } from './rules.ts';

/** Deletes an engine. */
export const deleteRemoteEngine = endpoint('DELETE /processing/runtimes/remote-engines/{id}', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path }) {
    const engine = await lockRemoteEngine(tx, actor, path.id);

    requireInNoCluster(engine);
    requireEngineUnused(await countEngineUses(tx, engine.id));

    await removeEngine(tx, actor, engine.id);
    return { status: 204 };
  },
});
