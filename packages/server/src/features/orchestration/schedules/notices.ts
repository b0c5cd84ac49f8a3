/** What schedules tell others. */
import { notice } from '../../../core/events/domain-events.ts';
import type { Owner } from './owner.ts';

/** The triggers of a schedule, or those of a task or plan, are about to change: what is due by now is due by the old ones. */
export const triggersChange = notice<{ scheduleId: string } | Owner>('triggers-change');
