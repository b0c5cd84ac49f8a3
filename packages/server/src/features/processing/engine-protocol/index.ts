/** The engine protocol: how engines fetch work and report it. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { claimExecutions } from './claim-executions.ts';
import { fetchBundle } from './fetch-bundle.ts';
import { giveUpEngineCredential } from './give-up-engine-credential.ts';
import { protocolMetrics } from './metrics.ts';
import { pairEngine } from './pair-engine.ts';
import { readDesiredState } from './read-desired-state.ts';
import { renewEngineCredential } from './renew-engine-credential.ts';
import { renewLeases } from './renew-leases.ts';
import { reportDynamicEngineStatus } from './report-dynamic-engine-status.ts';
import { reportExecutions } from './report-executions.ts';
import { takeCrawlPortion } from './take-crawl-portion.ts';

/** The endpoints and metrics of the engine protocol. */
export const engineProtocol: Feature = {
  surface: orchestration,
  endpoints: [
    pairEngine,
    renewEngineCredential,
    giveUpEngineCredential,
    claimExecutions,
    renewLeases,
    reportExecutions,
    fetchBundle,
    takeCrawlPortion,
    readDesiredState,
    reportDynamicEngineStatus,
  ],
  metrics: protocolMetrics,
};
