/** The sender of webhooks: it has no operations. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import { deliveriesFollowClock } from '../delivery-queue/index.ts';
import { deliveryOutcomes, giveUpTimer } from './timers.ts';

export { selectWaitingDeliveries } from './rows.ts';
export { startSending } from './sender.ts';
export { sendingRounds } from './timers.ts';

/** The subscriptions, timers and metrics of the sender. Its loop is started by `startSending`. */
export const webhookSender: Feature = {
  surface: orchestrationErrors,
  endpoints: [],
  subscriptions: [deliveriesFollowClock],
  timers: [giveUpTimer],
  metrics: [deliveryOutcomes],
};
