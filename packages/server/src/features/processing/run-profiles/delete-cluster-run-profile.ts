import { endpoint } from '../../../core/http/endpoint.ts';
import { removeOrReplace } from './remove-or-replace.ts';

/** Deletes a run profile of a cluster. */
export const deleteClusterRunProfile = endpoint(
  'DELETE /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles/{runProfileId}',
  {
    allow: 'SVC_RUN_PROFILE_MANAGEMENT',

    async run({ actor, tx, path, query }) {
      // The query parameter with the successor has the same name as the variable of the path.
      const parameter = 'runProfileId';
      await removeOrReplace(tx, actor, { cluster: path.clusterId }, path.runProfileId, {
        successor: query[parameter],
        status: 409,
        parameter,
      });
      return { status: 204 };
    },
  },
);
