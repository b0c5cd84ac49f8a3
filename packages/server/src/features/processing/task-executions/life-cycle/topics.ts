/**
 * Who is told when executions end. A hint is sent after the commit and may be lost: whoever misses it finds the same in the tables a moment later.
 */
import type { Ended } from './moves.ts';

/** Where those listen who advance plans. */
export const STEPS = 'plan-steps';

/** Whom to wake because of executions that have ended. */
export const topicsToWake = (ended: readonly Ended[]): string[] => (ended.some(({ step }) => step !== null) ? [STEPS] : []);

/** Where claims listen for runs that a person asked to end. */
export const stopsIn = (environment: string): string => `stops-${environment}`;
