/** The rows of accounts from which an actor is built, the last use of their credentials, and whether the install has a single user. */
import type { Permission } from '@millrace/contract';
import { DatabaseUnavailable } from '../core/database/db.ts';
import { type Sql, sql, type Tx } from '../core/database/sql.ts';
import type { BatchedStatement } from '../core/database/statement-batcher.ts';
import type { Actor } from './actor.ts';
import type { Tokens } from './tokens.ts';

/** The row of an actor. */
export type ActorRow = {
  id: string;
  tenant_id: string;
  login: string;
  user_type: Actor['userType'];
  permissions: Permission[] | null;
  allowlist: string | null;
};

/** The version of the allowlist for the tenant of the account `a`, or null. */
export const enabledAllowlist: Sql = sql`
  (select l.version
   from ip_allowlist l
   where l.tenant_id = a.tenant_id
     and l.enabled)`;

/**
 * The columns of `ActorRow`, for statements with the alias `a` of account.
 * @rule groups.roles.effect
 */
export const actorColumns: Sql = sql`a.id, a.tenant_id, a.login, a.user_type,
           (select array_agg(distinct p.permission)
            from effective_role ar
            join role_permission p on p.role_id = ar.role_id
            where ar.account_id = a.id) as permissions,
           ${enabledAllowlist} as allowlist`;

/** Converts a row to an actor. */
export const toActor = (row: ActorRow): Actor => ({
  id: row.id,
  tenant: row.tenant_id,
  login: row.login,
  userType: row.user_type,
  permissions: new Set(row.permissions ?? []),
  allowlist: row.allowlist,
});

/** Seconds between two stored uses of a credential. Storing each use would cost a write for every read. */
const USE_RESOLUTION_SECONDS = 60;

/** Builds the condition that the last use in a column is so old that a new use must be stored. */
export const isStale = (lastUsed: Sql): Sql => sql`coalesce(${lastUsed} < now() - make_interval(secs => ${USE_RESOLUTION_SECONDS}), true)`;

/** Stores the use of credentials by their ids. If the database is unavailable or read-only, the call succeeds all the same, and a later use is stored. */
export async function noteUse(ids: readonly string[], store: (ids: string[]) => Promise<unknown>): Promise<void> {
  if (ids.length === 0) return;
  try {
    await store([...ids]);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
  }
}

/** Finds what belongs to the secrets of simultaneous requests by one statement: `select` returns what it finds by the hashes of the secrets in hex. */
export const foundBySecret = <Found>(
  tokens: Tokens,
  select: (tx: Tx, hashes: Buffer[]) => Promise<ReadonlyMap<string, Found>>,
): BatchedStatement<string, Found | undefined> => ({
  atOnce: 1,
  most: 100,
  run: async ({ reader }, secrets) => {
    const hashes = new Map([...new Set(secrets)].map((secret) => [secret, tokens.hash(secret)]));
    const found = await select(reader, [...hashes.values()]);
    return secrets.map((secret) => found.get(hashes.get(secret)?.toString('hex') ?? ''));
  },
});

/** Returns whether at most one user may sign in, over all tenants. Service accounts and disabled users do not count. */
export async function hasSingleUser(tx: Tx): Promise<boolean> {
  const { single } = await tx.only<{ single: boolean }>(sql`
    select count(*) < 2 as single
    from (select id
          from account
          where user_type = 'HUMAN'
            and active
          limit 2) as people`);
  return single;
}
