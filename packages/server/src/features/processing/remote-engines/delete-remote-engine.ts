import { endpoint } from '../../../core/http/endpoint.ts';
import { lockRemoteEngine } from './access.ts';
import { countEngineUses, removeEngine } from './queries.ts';
import { isInNoCluster, isEngineUnused } from './rules.ts';

/** Deletes an engine. */
export const deleteRemoteEngine = endpoint('DELETE /processing/runtimes/remote-engines/{id}', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path }) {
    const engine = await lockRemoteEngine(tx, actor, path.id);

    isInNoCluster(engine);
    isEngineUnused(await countEngineUses(tx, engine.id));

    await removeEngine(tx, actor, engine.id);
    return { status: 204 };
  },
});
