/** Dynamic engines: engines on Kubernetes clusters, with the packages that install them. */
import { clockSetBack } from '../../../core/background/database-clock.ts';
import { subscribe } from '../../../core/events/domain-events.ts';
import type { Feature } from '../../../core/http/feature.ts';
import { titledErrors } from '../../../core/http/surfaces/titled.ts';
import { createDynamicEngine } from './create-dynamic-engine.ts';
import { deleteDynamicEngine } from './delete-dynamic-engine.ts';
import { generateDynamicEngineHelm } from './generate-dynamic-engine-helm.ts';
import { generateDynamicEngineManifest } from './generate-dynamic-engine-manifest.ts';
import { getAssignedEnvironmentStatus } from './get-assigned-environment-status.ts';
import { getDynamicEngine } from './get-dynamic-engine.ts';
import { getDynamicEngineStatus } from './get-dynamic-engine-status.ts';
import { listDynamicEngines } from './list-dynamic-engines.ts';
import { listDynamicEngineVersions } from './list-dynamic-engine-versions.ts';
import { dateReportsBack } from './queries.ts';
import { replaceDynamicEngine } from './replace-dynamic-engine.ts';
import { endSilentRemovals } from './timers.ts';
import { unassignDynamicEngine } from './unassign-dynamic-engine.ts';

export { lockAssignment } from './assignment-queries.ts';
export { assign, unassign } from './assignments.ts';
export { selectDesiredState } from './desired-state.ts';
export { exchangeOperatorKey, hasOperatorKeyExpired } from './pairing-keys.ts';
export { changeDesiredState, selectDesiredRevision } from './queries.ts';
export { saveReport } from './reports.ts';
export { environmentStatus } from './states.ts';

/** The endpoints, the timer and the subscription of dynamic engines. */
export const dynamicEngines: Feature = {
  surface: titledErrors,
  endpoints: [
    listDynamicEngines,
    createDynamicEngine,
    getDynamicEngine,
    replaceDynamicEngine,
    deleteDynamicEngine,
    generateDynamicEngineManifest,
    generateDynamicEngineHelm,
    getDynamicEngineStatus,
    getAssignedEnvironmentStatus,
    unassignDynamicEngine,
    listDynamicEngineVersions,
  ],
  timers: [endSilentRemovals],
  subscriptions: [subscribe(clockSetBack, dateReportsBack)],
};
