import { endpoint } from '../../../core/http/endpoint.ts';
import { removeOrReplace } from './remove-or-replace.ts';

/** Deletes a run profile of an engine, cluster or environment. */
export const deleteRunProfile = endpoint('DELETE /processing/run-profiles/{id}', {
  allow: 'SVC_RUN_PROFILE_MANAGEMENT',

  async run({ actor, tx, path, query }) {
    const parameter = 'rescheduleRunProfileId';
    await removeOrReplace(tx, actor, 'any', path.id, { successor: query[parameter], status: 406, parameter });
    return { status: 204 };
  },
});
