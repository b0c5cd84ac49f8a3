/** Which role may use which operation, as a table. */
import { BUILT_IN_ROLES, PERMISSIONS, type Permission } from '@millrace/contract';
import { features } from '../../packages/server/src/api.ts';
import type { Endpoint } from '../../packages/server/src/core/http/endpoint.ts';
import { allows } from '../../packages/server/src/identity/permissions.ts';

/** The roles of the table: the built-in ones, and a caller without any. */
export const ROLES: readonly string[] = [...Object.keys(BUILT_IN_ROLES), 'no role'];

/** Operations that a signed-in person can be refused: all that a permission guards. */
export const guarded: readonly Endpoint[] = features
  .flatMap((feature) => feature.endpoints)
  .filter(({ allow }) => allow !== 'public' && allow !== 'engine' && allow !== 'signed-in');

/** What the code says: whether the permissions of a role open an operation. */
export function roleMay(role: string, endpoint: Endpoint): boolean {
  const permissions = new Set<Permission>(BUILT_IN_ROLES[role] ?? []);
  for (const one of permissions) if (!PERMISSIONS.includes(one)) throw new Error(`${role} has the unknown permission ${one}`);
  return allows({ id: '', tenant: '', login: '', userType: 'HUMAN', permissions }, endpoint.allow);
}

/** The table; `may` is asked for each cell in order. */
export function matrixOf(may: ReadonlyMap<string, ReadonlyMap<string, boolean>>): string {
  const rows = guarded.map(
    ({ route }) => `| \`${route}\` | ${ROLES.map((role) => (may.get(route)?.get(role) ? 'yes' : '')).join(' | ')} |`,
  );
  return [`| operation | ${ROLES.join(' | ')} |`, `|---|${ROLES.map(() => ':-:').join('|')}|`, ...rows].join('\n');
}

/** The table as the code has it. */
export const matrixOfCode = (): string =>
  matrixOf(new Map(guarded.map((endpoint) => [endpoint.route, new Map(ROLES.map((role) => [role, roleMay(role, endpoint)]))])));
