/** Content: whether the store holds what the tables name. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { checkContent } from './timers.ts';

export { sentenceOfFault, type FaultyContent } from './look.ts';
export { countFaults, selectExpected, selectUnknownKeys } from './queries.ts';
export { verifyContent, type Verified } from './verify.ts';

/** What the server does by itself for its content. */
export const content: Feature = { surface: orchestration, endpoints: [], timers: [checkContent] };
