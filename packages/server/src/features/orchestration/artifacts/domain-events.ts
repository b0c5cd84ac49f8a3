/** The events of artifacts. */
import { domainEvent } from '../../../core/events/domain-events.ts';

/** The id of the version that was published. */
export type Published = { versionId: string };

/** A version of an artifact was published. */
export const artifactPublished = domainEvent<Published>('artifact-published');
