/** Which role may use which operation, as a table. */
import { BUILT_IN_ROLES, isForEngines, PERMISSIONS, type Permission } from '@millrace/contract';
import { features } from '../../packages/server/src/api.ts';
import type { Endpoint } from '../../packages/server/src/core/http/endpoint.ts';
import { allows } from '../../packages/server/src/identity/permissions.ts';

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

/** Renders the table from `may`: by route, whether each role may call it. */
export function matrixOf(may: ReadonlyMap<string, ReadonlyMap<string, boolean>>): string {
  const rows = guarded.map(
    ({ route }) => `| \`${route}\` | ${ROLES.map((role) => (may.get(route)?.get(role) ? 'yes' : '')).join(' | ')} |`,
  );
  return [`| operation | ${ROLES.join(' | ')} |`, `|---|${ROLES.map(() => ':-:').join('|')}|`, ...rows].join('\n');
}

/** Renders the table from the permissions in the code. */
export const matrixOfCode = (): string =>
  matrixOf(new Map(guarded.map((endpoint) => [endpoint.route, new Map(ROLES.map((role) => [role, roleMay(role, endpoint)]))])));
