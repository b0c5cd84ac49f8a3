/** The events of artifacts. */
import { domainEvent } from '../../../core/events/domain-events.ts';

/** The data of the event: the id of the published version, and the account that published it. */
export type Published = { versionId: string; publisher: { id: string } };

/** A version of an artifact was published. */
export const artifactPublished = domainEvent<Published>('artifact-published');
