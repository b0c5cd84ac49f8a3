/** What catalogue connections announce to the features that depend on them. */
import { domainEvent } from '../../../core/events/domain-events.ts';

/** The catalogue may no longer store rows of the tables of a connection. */
export const samplesForbidden = domainEvent<{ connection: string }>('samplesForbidden');

/** A connection is removed from the catalogue, with its crawlers. */
export const connectionLeaving = domainEvent<{ connection: string }>('connection-leaving');
