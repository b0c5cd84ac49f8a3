/** The queue of deliveries to webhooks: all statements that write deliveries and the states of endpoints. It has no operations. */
export { FAILING_DAYS, FAILURES_TO_PAUSE, LEASE_SECONDS, RETRY_AFTER_MOST, RETRY_SECONDS } from './bounds.ts';
export { DELIVERIES_BELL } from './deliveries-bell.ts';
export { leaseEndpoints, lockEndpointsOf, releaseEndpoints, renewEndpointLeases, type EndpointRow } from './lease-queries.ts';
export {
  delayFollowers,
  giveUpOld,
  storeHealth,
  storeOutcomes,
  wakeEndpoints,
  type AttemptOutcome,
  type EndpointHealth,
} from './outcome-queries.ts';
export { insertDeliveries, lockEndpoints, queueAgain, queueOnly, resetEndpoint, type NewDelivery } from './queue-deliveries.ts';
export { deliveriesFollowClock } from './set-back.ts';
