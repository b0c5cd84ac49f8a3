/** The domain events of connections, for the features that depend on them. */
import { domainEvent } from '../../../core/events/domain-events.ts';

/** A connection is about to be deleted, with all that belongs to it. */
export const connectionDeleting = domainEvent<{ connection: string }>('connection-deleting');
