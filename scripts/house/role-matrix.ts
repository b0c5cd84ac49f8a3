/** Which role may use which operation, as a table. */
import { BUILT_IN_ROLES, isForEngines, PERMISSIONS, type Permission } from '@millrace/contract';
import { features } from '../../packages/server/src/api.ts';
import type { Endpoint } from '../../packages/server/src/core/http/endpoint.ts';
import { allows } from '../../packages/server/src/identity/authenticate.ts';

/** The roles of the table: the built-in ones, and a caller without any. */
export const ROLES: readonly string[] = [...Object.keys(BUILT_IN_ROLES), 'no role'];

/** Operations that require a permission. */
export const guarded: readonly Endpoint[] = features
  .flatMap((feature) => feature.endpoints)
  .filter(({ allow }) => allow !== 'public' && !isForEngines(allow) && allow !== 'signed-in');

/** Returns whether the permissions of a role allow an operation. */
export function roleMay(role: string, endpoint: Endpoint): boolean {
  const permissions = new Set<Permission>(BUILT_IN_ROLES[role] ?? []);
  for (const permission of permissions)
    if (!PERMISSIONS.includes(permission)) throw new Error(`${role} has the unknown permission ${permission}`);
  return allows({ permissions }, endpoint.allow);
}

/** Renders the row of an operation: whether each role may call it. */
export const rowOf = (route: string, may: ReadonlyMap<string, boolean>): string =>
  `| \`${route}\` | ${ROLES.map((role) => (may.get(role) ? 'yes' : '')).join(' | ')} |`;

/** Renders the table from the permissions in the code. */
export function matrixOfCode(): string {
  const rows = guarded.map((endpoint) => rowOf(endpoint.route, new Map(ROLES.map((role) => [role, roleMay(role, endpoint)]))));
  return [`| operation | ${ROLES.join(' | ')} |`, `|---|${ROLES.map(() => ':-:').join('|')}|`, ...rows].join('\n');
}
