/** Fan-out: events leave the outbox, and each reaches its subscribers. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import { forgetHeldEvents, KEPT_DAYS, retryHeldEvents } from './held-events.ts';
import { fanOutTimer } from './timers.ts';

export { countHeldEvents, holdAgain } from './held-rows.ts';

/** The timers of the fan-out, and the tables of events. */
export const fanOut: Feature = {
  surface: orchestrationErrors,
  endpoints: [],
  timers: [fanOutTimer, retryHeldEvents, forgetHeldEvents],
  partitioned: [
    { table: 'event', key: 'id', length: 'day', days: KEPT_DAYS },
    { table: 'webhook_delivery', key: 'id', length: 'day', days: KEPT_DAYS, storage: 'fillfactor = 80' },
  ],
};
