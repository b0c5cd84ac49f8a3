/** The rules of ownerless triggers. */
import { notFound } from '../../../core/base/problem.ts';

/**
 * An account that a request names has ownerless triggers.
 * @rule ownerless-triggers.takeover.account
 */
export function requireOwnerless(found: readonly unknown[], account: string | undefined): void {
  if (account !== undefined && found.length === 0) throw notFound('Account with ownerless triggers', account);
}
