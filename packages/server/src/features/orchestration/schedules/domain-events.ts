/** The events of schedules. */
import { domainEvent } from '../../../core/events/domain-events.ts';
import type { Owner } from './owner.ts';

/** The triggers of a schedule, or those of a task or plan, are about to change. Instants that are due by now belong to the old ones. */
export const triggersChanging = domainEvent<{ scheduleId: string } | Owner>('triggers-changing');
