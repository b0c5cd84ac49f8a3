/** Content: checks whether the store has all content that the tables refer to. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import { checkContent } from './checks.ts';

export { sentenceOfFault, type FaultyContent, verifyContent, verifyExpected, type Verified } from './checks.ts';
export { countFaults, deleteFaults, selectExpected, selectUnknownKeys } from './rows.ts';

/** The timer that checks content. */
export const content: Feature = { surface: orchestrationErrors, endpoints: [], timers: [checkContent] };
