/** Run profiles: how the Java of tasks is started on an engine or a cluster. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import * as runtimeOperations from './runtime-operations.ts';

export { insertPromotedProfiles, replacePromotedProfiles, type PromotedProfile } from './rows.ts';

/** The endpoints and constraints of run profiles. */
export const runProfiles: Feature = {
  surface: orchestrationErrors,
  endpoints: [...Object.values(operations), ...Object.values(runtimeOperations)],
  constraints: {
    /** @rule run-profiles.create.name */
    run_profile_name_once: () => conflict('run_profile_name_taken', 'The runtime has a run profile of that name: choose another name.'),
  },
};
