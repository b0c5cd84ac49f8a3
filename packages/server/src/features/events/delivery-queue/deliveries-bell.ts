/** The topic that wakes senders when a delivery was queued. */
export const DELIVERIES_BELL = 'webhook-deliveries';
