/** Engine clusters: engines of one environment that stand in for each other. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

export { insertPromotedClusters, findCluster } from './rows.ts';

/** The endpoints and constraints of clusters. */
export const engineClusters: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  constraints: {
    /** @rule engine-clusters.create.name */
    engine_cluster_name_once: () => conflict('cluster_name_taken', 'The environment has a cluster of that name: choose another name.'),
    run_profile_name_once: () =>
      conflict('run_profile_name_taken', 'The cluster already has run profiles with the names of the copies: rename one of them first.'),
  },
};
