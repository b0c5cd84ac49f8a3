/** The events of artifacts. */
import { domainEvent } from '../../../core/events/domain-events.ts';

/** The data of the event: the id of the published version. */
export type Published = { versionId: string };

/** A version of an artifact was published. */
export const artifactPublished = domainEvent<Published>('artifact-published');
