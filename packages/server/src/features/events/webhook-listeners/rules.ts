/** The rules of listeners. */
import { conflict } from '../../../core/base/problem.ts';

const MOST_LISTENERS = 5;

/**
 * Another listener can be added.
 * @rule webhook-listeners.limits.account
 */
export function hasRoomForListener(count: number): void {
  if (count >= MOST_LISTENERS)
    throw conflict(
      'listeners_limit',
      `You have ${count} listeners, which is the maximum: end a program that listens, or wait two minutes after its end.`,
    );
}
