/** The engine protocol: how engines fetch work and report it. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import { protocolMetrics } from './metrics.ts';
import * as operations from './operations.ts';

/** The endpoints and metrics of the engine protocol. */
export const engineProtocol: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  metrics: protocolMetrics,
};
