/** Remote engines, which carry out executions. */
import { clockSetBack } from '../../../core/background/database-clock.ts';
import type { Feature } from '../../../core/http/feature.ts';
import { subscribe } from '../../../core/events/domain-events.ts';
import { conflict, invalid } from '../../../core/base/problem.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { changeRemoteEngineDebug } from './change-remote-engine-debug.ts';
import { createRemoteEngine } from './create-remote-engine.ts';
import { deleteRemoteEngine } from './delete-remote-engine.ts';
import { getRemoteEngine } from './get-remote-engine.ts';
import { listEngineVersions } from './list-engine-versions.ts';
import { listRemoteEngines } from './list-remote-engines.ts';
import { dateHeartbeatsBack } from './queries.ts';
import { markLostEngines } from './timers.ts';
import { unpairRemoteEngine } from './unpair-remote-engine.ts';

export * from './agent-queries.ts';
export * from './promoted-queries.ts';
export { findRemoteEngine, lockRemoteEngine, READS_RUNTIMES, visibleRuntimes } from './access.ts';
export { exchangeKey, removeCredentials, hasKeyExpired, storeNextCredential, type CredentialTerm } from './credential-queries.ts';
export { environmentWorkspaceColumns, environmentWorkspaceSelectors, runtimeJoins, toRuntimeFields, type RuntimeRow } from './json.ts';
export { closeClaims, saveHeartbeat } from './heartbeat-queries.ts';
export { holdOwnWorkspace, setCluster } from './queries.ts';

/** The endpoints, subscriptions and constraints of engines. */
export const remoteEngines: Feature = {
  surface: orchestration,
  endpoints: [
    listEngineVersions,
    listRemoteEngines,
    createRemoteEngine,
    getRemoteEngine,
    deleteRemoteEngine,
    unpairRemoteEngine,
    changeRemoteEngineDebug,
  ],
  timers: [markLostEngines],
  subscriptions: [subscribe(clockSetBack, dateHeartbeatsBack)],
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
