/** Decides whether a caller may use an operation. */
import { isForEngines, type Allow } from '@millrace/contract';
import type { Actor } from './actor.ts';

/** Denies anything unknown. */
export function allows(actor: Pick<Actor, 'permissions'>, allow: Allow): boolean {
  if (allow === 'signed-in') return true;
  if (allow === 'public' || isForEngines(allow)) return false;
  if (typeof allow === 'string') return actor.permissions.has(allow);
  return Array.isArray(allow.anyOf) && allow.anyOf.filter((one) => actor.permissions.has(one)).length > 0;
}
