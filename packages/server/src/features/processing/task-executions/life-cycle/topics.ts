/** The topics that are woken when executions end. A wake-up is sent after the commit and may be lost; each subscriber also polls the tables. */
import type { ExecutionEnd } from './moves.ts';

/** The topic for the timer that advances plans. */
export const STEPS = 'plan-steps';

/** The topic for the timer that ends crawls, which are runs of a built-in bundle. */
export const BUILT_IN_ENDS = 'built-in-ends';

/** The topics to wake after executions have ended. */
export const topicsToWake = (ended: readonly ExecutionEnd[]): string[] => [
  ...(ended.some(({ step }) => step !== null) ? [STEPS] : []),
  ...(ended.some(({ isBuiltIn }) => isBuiltIn) ? [BUILT_IN_ENDS] : []),
];

/** The topic for claims of an environment: a caller asked to end executions there. */
export const stopsIn = (environment: string): string => `stops-${environment}`;
