/** Triggers: they start tasks and plans at certain times or on the call of a URL. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { searchEvents } from './search-events.ts';
import { webhookTriggerSecrets } from './webhook-queries.ts';

export { replaceTriggerWithSchedule, endTrigger, setTrigger, unbind } from './changes.ts';
export { listEvents } from './events.ts';
export { ownerDeleting } from './domain-events.ts';
export { hasTriggerType } from './queries.ts';
export { withKeptTimes } from './json.ts';
export { keptTimesOf, PAYLOAD_PARAMETER, type KeptTimes } from './rules.ts';
export { showTrigger } from './shown.ts';
export { takeWebhooks } from './webhook-queries.ts';

/** The endpoint and the secrets of triggers. */
export const triggers: Feature = {
  surface: orchestration,
  endpoints: [searchEvents],
  encrypted: [webhookTriggerSecrets],
};
