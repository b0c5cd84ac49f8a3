/** Dynamic engines: engines on Kubernetes clusters, with the packages that install them. */
import type { Feature } from '../../../core/http/feature.ts';
import { titledErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import { reportsFollowClock } from './rows.ts';
import { endSilentRemovals } from './operator.ts';

export { lockAssignment, assign, unassign } from './assignments.ts';
export { selectDesiredState, saveReport } from './operator.ts';
export { exchangeOperatorKey, hasOperatorKeyExpired } from './pairing-keys.ts';
export { raiseDesiredRevision, selectDesiredRevision } from './rows.ts';
export { environmentStatus } from './states.ts';

/** The endpoints, the timer and the subscription of dynamic engines. */
export const dynamicEngines: Feature = {
  surface: titledErrors,
  endpoints: Object.values(operations),
  timers: [endSilentRemovals],
  subscriptions: [reportsFollowClock],
};
