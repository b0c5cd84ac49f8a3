/** The rules of service accounts. */
import type { Permission } from '@millrace/contract';
import { conflict, forbidden, Problem } from '../../../core/base/problem.ts';
import type { Actor } from '../../../identity/actor.ts';
import { requireHeld } from '../../security/held/index.ts';

/**
 * Requires that the actor has all permissions of a service account that it creates or changes.
 * @rule service-accounts.all.no-escalation
 */
export const requirePermissionsHeld = (actor: Actor, account: { name: string; permissions: readonly Permission[] }): void =>
  requireHeld(actor, { ...account, kind: 'service account' });

/**
 * The tenant has fewer service accounts than the install allows.
 * @rule service-accounts.create.licence
 */
export function requireRoomForAccount(count: number, limit: number): void {
  if (count >= limit)
    throw forbidden(
      'service_accounts_limit',
      `The tenant has ${count} service accounts, and this install allows ${limit}: delete one, or ask the operator to raise MILLRACE_SERVICE_ACCOUNTS.`,
    );
}

const MAX_SECRETS = 5;

/**
 * Another secret can be added: the account has fewer than the maximum.
 * @rule service-accounts.secrets.limit
 */
export function requireRoomForSecret(secrets: readonly unknown[]): void {
  if (secrets.length >= MAX_SECRETS)
    throw conflict(
      'secrets_limit',
      `The service account has ${secrets.length} secrets, which is the maximum: delete one that no program uses.`,
    );
}

/**
 * The account had the secret.
 * @rule service-accounts.secrets.unknown
 */
export function requireRemovedSecret(removed: readonly unknown[]): void {
  if (removed.length === 0) throw new Problem(404, 'not_found', 'The service account has no such secret.');
}
