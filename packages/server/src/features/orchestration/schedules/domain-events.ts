/** The events of schedules. */
import { domainEvent } from '../../../core/events/domain-events.ts';
import type { Owner } from './owner.ts';

/** The triggers of a schedule, task or plan are about to change. The old triggers must still fire at the instants that are already due. */
export const triggersChanging = domainEvent<{ scheduleId: string } | Owner>('triggers-changing');
