/** The queue of deliveries to webhooks: all statements that write deliveries and the states of endpoints. It has no operations. */
export {
  FAILING_DAYS,
  FAILURES_TO_PAUSE,
  LEASE_SECONDS,
  RETRY_AFTER_MOST,
  RETRY_SECONDS,
  deliveriesFollowClock,
  leaseEndpoints,
  lockEndpointsOf,
  releaseEndpoints,
  renewEndpointLeases,
} from './lease-rows.ts';
export {
  DELIVERIES_BELL,
  insertDeliveries,
  lockEndpoints,
  queueAgain,
  queueOnly,
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
