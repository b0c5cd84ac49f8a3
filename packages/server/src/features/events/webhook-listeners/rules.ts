/** The rules of listeners. */
import { conflict } from '../../../core/base/problem.ts';

const MAX_LISTENERS = 5;

/**
 * Another listener can be added.
 * @rule webhook-listeners.limits.account
 */
export function requireRoomForListener(count: number): void {
  if (count >= MAX_LISTENERS)
    throw conflict(
      'listeners_limit',
      `You have ${count} listeners, which is the maximum: end a program that listens, or wait two minutes after its end.`,
    );
}
