/** Triggers: they start tasks and plans at certain times or on the call of a URL. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import { webhookTriggerSecrets } from './webhooks.ts';

export { replaceTriggerWithSchedule, endTrigger, setTrigger, unbindScheduleOf, ownerDeleting } from './changes.ts';
export { pageOfOwnFires } from './fire-times.ts';
export { hasTriggerType, withKeptTimes, showTrigger } from './rows.ts';
export { keptTimesOf, PAYLOAD_PARAMETER, type KeptTimes } from './rules.ts';
export { takeWebhooks } from './webhooks.ts';

/** The endpoint and the secrets of triggers. */
export const triggers: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  encrypted: [webhookTriggerSecrets],
};
