/** The events of users, for other features in the same transaction. */
import { domainEvent } from '../../../core/events/domain-events.ts';

/** A user that was disabled is enabled again. */
export const userEnabled = domainEvent<{ account: string; actor: { id: string } }>('user-enabled');
