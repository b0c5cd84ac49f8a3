/** Run profiles: how the Java of tasks is started on an engine or a cluster. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { changeRunProfile } from './change-run-profile.ts';
import { createClusterRunProfile } from './create-cluster-run-profile.ts';
import { createEngineRunProfile } from './create-engine-run-profile.ts';
import { createRunProfile } from './create-run-profile.ts';
import { deleteClusterRunProfile } from './delete-cluster-run-profile.ts';
import { deleteEngineRunProfile } from './delete-engine-run-profile.ts';
import { deleteRunProfile } from './delete-run-profile.ts';
import { getClusterRunProfile } from './get-cluster-run-profile.ts';
import { getEngineRunProfile } from './get-engine-run-profile.ts';
import { getRunProfile } from './get-run-profile.ts';
import { listClusterRunProfiles } from './list-cluster-run-profiles.ts';
import { listEngineRunProfiles } from './list-engine-run-profiles.ts';
import { replaceClusterRunProfile } from './replace-cluster-run-profile.ts';
import { replaceEngineRunProfile } from './replace-engine-run-profile.ts';
import { searchRunProfiles } from './search-run-profiles.ts';

export * from './promoted-queries.ts';

/** The endpoints and constraints of run profiles. */
export const runProfiles: Feature = {
  surface: orchestration,
  endpoints: [
    listEngineRunProfiles,
    createEngineRunProfile,
    getEngineRunProfile,
    replaceEngineRunProfile,
    deleteEngineRunProfile,
    listClusterRunProfiles,
    createClusterRunProfile,
    getClusterRunProfile,
    replaceClusterRunProfile,
    deleteClusterRunProfile,
    createRunProfile,
    getRunProfile,
    changeRunProfile,
    deleteRunProfile,
    searchRunProfiles,
  ],
  constraints: {
    /** @rule run-profiles.create.name */
    run_profile_name_once: () => conflict('run_profile_name_taken', 'The runtime has a run profile of that name: choose another name.'),
  },
};
