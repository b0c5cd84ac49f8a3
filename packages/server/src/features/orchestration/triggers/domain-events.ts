/** The events of triggers. */
import { domainEvent } from '../../../core/events/domain-events.ts';
import type { Owner } from '../schedules/index.ts';

/** A task or plan is about to be deleted, with its triggers. */
export const ownerDeleting = domainEvent<Owner>('owner-deleting');
