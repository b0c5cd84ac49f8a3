/**
 * The queue of deliveries to webhooks: all statements that write deliveries and endpoints. An endpoint is the state of the receiver of a webhook. There
 * are no operations.
 */
export { FAILING_DAYS, FAILURES_TO_PAUSE, MAX_RETRY_AFTER_SECONDS, RETRY_SECONDS } from './pauses.ts';
export {
  LEASE_SECONDS,
  deliveriesFollowClock,
  leaseEndpoints,
  lockEndpoints,
  releaseEndpoints,
  renewEndpointLeases,
} from './lease-rows.ts';
export {
  DELIVERIES_BELL,
  insertDeliveries,
  makeEndpointsDue,
  queueAgain,
  queueForWebhook,
  resetEndpoint,
  type NewDelivery,
} from './delivery-rows.ts';
export {
  delayFollowers,
  giveUpOld,
  storeHealth,
  storeOutcomes,
  wakeEndpoints,
  type AttemptOutcome,
  type EndpointHealth,
} from './outcome-rows.ts';
