import { endpoint } from '../../../core/http/endpoint.ts';
import { findProfile, lockProfile } from './access.ts';
import { toRunProfileJson } from './json.ts';
import { updateProfile } from './queries.ts';
import { requireScopeKept, requirePodAllowed, requireEngineRights, requireHarmlessArguments } from './rules.ts';

/** Changes a run profile of an engine, cluster or environment. */
export const changeRunProfile = endpoint('PUT /processing/run-profiles/{id}', {
  allow: 'SVC_RUN_PROFILE_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const { profile } = await lockProfile(tx, actor, 'any', path.id);

    requireScopeKept(body.scopeId, profile.environment_id);
    requirePodAllowed(body.pod, { engine: profile.engine_id, cluster: profile.cluster_id });
    requireEngineRights(actor, body.pod, profile.pod);
    requireHarmlessArguments(body.jvmArguments);

    const { description, jvmArguments, pod } = body;
    await updateProfile(tx, profile.id, { name: body.name?.trim(), description, jvmArguments, pod });
    return { status: 200, body: toRunProfileJson(await findProfile(tx, actor, 'any', profile.id)) };
  },
});
