import { newId } from '../../../core/base/id.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { holdEnvironment } from '../../orchestration/environments/index.ts';
import { READS_RUNTIMES } from '../remote-engines/index.ts';
import { toBaseRunProfileJson, toRunProfileJson } from './json.ts';
import { removeOrReplace } from './changes.ts';
import { findProfile, holdRuntime, insertProfile, lockProfile, searchProfiles, updateProfile } from './rows.ts';
import { ownerOf, requireEngineRights, requireHarmlessArguments, requirePodAllowed, requireScopeKept } from './rules.ts';

/** Lists the run profiles that the caller may see, by the filters of the body. */
export const searchRunProfiles = endpoint('POST /processing/run-profiles/search', {
  allow: READS_RUNTIMES,
  audit: 'none',
  transaction: 'read only',

  async run({ actor, tx, body }) {
    return { status: 200, body: toPage(await searchProfiles(tx, actor, body), body, toBaseRunProfileJson) };
  },
});

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
    await insertProfile(tx, actor, id, runtime, body);
    return { status: 201, body: toRunProfileJson(await findProfile(tx, actor, 'any', id)) };
  },
});

/** Reads a run profile of an engine, cluster or environment. */
export const getRunProfile = endpoint('GET /processing/run-profiles/{id}', {
  allow: READS_RUNTIMES,

  async run({ actor, tx, path }) {
    return { status: 200, body: toRunProfileJson(await findProfile(tx, actor, 'any', path.id)) };
  },
});

/** Changes a run profile of an engine, cluster or environment. */
export const changeRunProfile = endpoint('PUT /processing/run-profiles/{id}', {
  allow: 'SVC_RUN_PROFILE_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const { profile } = await lockProfile(tx, actor, 'any', path.id);

    requireScopeKept(body.scopeId, profile.environment_id);
    requirePodAllowed(body.pod, { engine: profile.engine_id, cluster: profile.cluster_id });
    requireEngineRights(actor, body.pod, profile.pod);
    requireHarmlessArguments(body.jvmArguments);

    await updateProfile(tx, profile.id, body);
    return { status: 200, body: toRunProfileJson(await findProfile(tx, actor, 'any', profile.id)) };
  },
});

/** Deletes a run profile of an engine, cluster or environment. */
export const deleteRunProfile = endpoint('DELETE /processing/run-profiles/{id}', {
  allow: 'SVC_RUN_PROFILE_MANAGEMENT',

  async run({ actor, tx, path, query }) {
    const parameter = 'rescheduleRunProfileId';
    await removeOrReplace(tx, actor, 'any', path.id, { successor: query[parameter], status: 406, parameter });
    return { status: 204 };
  },
});
