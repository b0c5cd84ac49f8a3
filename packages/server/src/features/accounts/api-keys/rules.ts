/** The rules of API keys. */
import { invalid, notFound } from '../../../core/base/problem.ts';
import type { Actor } from '../../../identity/actor.ts';

/**
 * Requires that a new key belongs to the caller.
 * @rule api-keys.create.own
 */
export function requireOwnSubject(actor: Actor, sub: string | undefined): void {
  if (sub !== undefined && sub.toLowerCase() !== actor.id)
    throw invalid('malformed_request', 'body.sub is not your own id: leave it out. Callers create keys only for themselves.');
}

/** Requires that the tenant of a path is the tenant of the caller. */
export function requireTenantOf(actor: Actor, id: string): void {
  if (id.toLowerCase() !== actor.tenant) throw notFound('Tenant', id);
}
