import { endpoint } from '../../../core/http/endpoint.ts';
import { findProfile, lockProfile } from './access.ts';
import { toRunProfileJson } from './json.ts';
import { updateProfile } from './queries.ts';
import { requireHarmlessArguments } from './rules.ts';

/**
 * Replaces a run profile of an engine; its type stays.
 * @rule run-profiles.replace.cleared
 */
export const replaceEngineRunProfile = endpoint('PUT /processing/runtimes/remote-engines/{engineId}/run-profiles/{runProfileId}', {
  allow: 'SVC_RUN_PROFILE_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const { profile } = await lockProfile(tx, actor, { engine: path.engineId }, path.runProfileId);

    requireHarmlessArguments(body.jvmArguments);

    const { description = null, jvmArguments } = body;
    await updateProfile(tx, profile.id, { name: body.name.trim(), description, jvmArguments });
    return { status: 200, body: toRunProfileJson(await findProfile(tx, actor, { engine: path.engineId }, profile.id)) };
  },
});
