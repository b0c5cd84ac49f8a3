/** Remote engines, which carry out executions. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict, invalid } from '../../../core/base/problem.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import { heartbeatsFollowClock, markLostEngines } from './heartbeats.ts';

export { giveAgentKey, insertAgent, removeAgents } from './agents.ts';
export {
  insertPromotedEngines,
  type PromotedRuntime,
  findRemoteEngine,
  lockRemoteEngine,
  READS_RUNTIMES,
  visibleRuntimes,
  environmentWorkspaceColumns,
  environmentWorkspaceSelectors,
  runtimeJoins,
  type RuntimeRow,
  holdOwnWorkspace,
  setCluster,
} from './rows.ts';
export { exchangeKey, removeCredentials, hasKeyExpired, storeNextCredential, type CredentialTerm } from './pairing.ts';
export { toRuntimeFields } from './json.ts';
export { closeClaims, saveHeartbeat } from './heartbeats.ts';

/** The endpoints, the timer, the subscription and the constraints of engines. */
export const remoteEngines: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  timers: [markLostEngines],
  subscriptions: [heartbeatsFollowClock],
  constraints: {
    /** @rule remote-engines.create.name */
    engine_name_once: () => conflict('engine_name_taken', 'The environment has an engine of that name: choose another name.'),
    /** @rule dynamic-engine-environments.engines.own */
    engine_kind: () =>
      invalid(
        'environment_is_dynamic',
        'The environment is a dynamic-engine environment: it has the engine of its assignment and no other.',
      ),
  },
};
