/** What artifacts tell others. */
import { notice } from '../../../core/events/domain-events.ts';

/** A version that was published, in its transaction. */
export type Published = { versionId: string };

/** A version of an artifact was published. */
export const artifactPublished = notice<Published>('artifact-published');
