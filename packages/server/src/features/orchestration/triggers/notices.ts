/** What triggers tell others. */
import { notice } from '../../../core/events/domain-events.ts';
import type { Owner } from '../schedules/index.ts';

/** A task or plan is about to be deleted, with what starts it. */
export const ownerGoes = notice<Owner>('owner-goes');
