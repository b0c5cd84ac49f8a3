import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { findProfile, holdRuntime } from './access.ts';
import { toRunProfileJson } from './json.ts';
import { insertProfile } from './queries.ts';
import { requireRuntime, requireHarmlessArguments } from './rules.ts';

/**
 * Creates a run profile of a cluster.
 * @rule run-profiles.create.permission
 */
export const createClusterRunProfile = endpoint('POST /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles', {
  allow: 'SVC_RUN_PROFILE_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const runtime = await holdRuntime(tx, actor, { cluster: path.clusterId });

    requireRuntime(body.runtimeId, runtime);
    requireHarmlessArguments(body.jvmArguments);

    const id = newId();
    const { description = null, type, jvmArguments } = body;
    await insertProfile(tx, { id, tenant: actor.tenant, runtime, name: body.name.trim(), description, type, jvmArguments });
    return { status: 201, body: toRunProfileJson(await findProfile(tx, actor, { cluster: path.clusterId }, id)) };
  },
});
