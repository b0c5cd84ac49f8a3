/** Content: checks whether the store has all content that the tables refer to. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { checkContent } from './timers.ts';

export { sentenceOfFault, type FaultyContent } from './check-content.ts';
export { countFaults, deleteFaults, selectExpected, selectUnknownKeys } from './queries.ts';
export { verifyContent, type Verified } from './verify.ts';

/** The timer that checks content. */
export const content: Feature = { surface: orchestration, endpoints: [], timers: [checkContent] };
