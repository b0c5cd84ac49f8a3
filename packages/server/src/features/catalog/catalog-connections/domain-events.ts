/** The domain events of catalogue connections, for the features that depend on them. */
import { domainEvent } from '../../../core/events/domain-events.ts';

/** The connection no longer allows the catalogue to store rows of its tables. */
export const samplesForbidden = domainEvent<{ connection: string }>('samplesForbidden');

/** A connection is removed from the catalogue, with its crawlers. */
export const connectionLeaving = domainEvent<{ connection: string }>('connection-leaving');
