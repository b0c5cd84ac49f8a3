import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { holdEnvironment } from '../../orchestration/environments/index.ts';
import { findProfile, holdRuntime } from './access.ts';
import { toRunProfileJson } from './json.ts';
import { insertProfile } from './queries.ts';
import { requireScopeKept, requirePodAllowed, ownerOf, requireEngineRights, requireHarmlessArguments } from './rules.ts';

/**
 * Creates a run profile of an engine, of a cluster, or of the dynamic engines of an environment.
 * @rule run-profiles.create.unknown
 */
export const createRunProfile = endpoint('POST /processing/run-profiles', {
  allow: 'SVC_RUN_PROFILE_MANAGEMENT',

  async run({ actor, tx, body }) {
    const owner = ownerOf(body);
    const runtime =
      'environment' in owner
        ? { environment: (await holdEnvironment(tx, actor, owner.environment)).id, engine: null, cluster: null, runtime_id: null }
        : await holdRuntime(tx, actor, owner, 'either id');

    requireScopeKept(body.scopeId, runtime.environment);
    requirePodAllowed(body.pod, runtime);
    requireEngineRights(actor, body.pod, null);
    requireHarmlessArguments(body.jvmArguments);

    const id = newId();
    const { description = null, type, jvmArguments, pod } = body;
    await insertProfile(tx, { id, tenant: actor.tenant, runtime, name: body.name.trim(), description, type, jvmArguments, pod });
    return { status: 201, body: toRunProfileJson(await findProfile(tx, actor, 'any', id)) };
  },
});
