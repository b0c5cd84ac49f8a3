/** Fan-out: events leave the outbox, and each reaches its subscribers. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { fanOutTimer } from './timers.ts';

/** The days for which events and their deliveries are kept. */
const KEPT_DAYS = 7;

/** The timer of the fan-out, and the tables of events. */
export const fanOut: Feature = {
  surface: orchestration,
  endpoints: [],
  timers: [fanOutTimer],
  partitioned: [
    { table: 'event', key: 'id', length: 'day', days: KEPT_DAYS },
    { table: 'webhook_delivery', key: 'id', length: 'day', days: KEPT_DAYS, storage: 'fillfactor = 80' },
  ],
};
