/** Bearer tokens: creation, storage and look-up. */
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { Permission } from '@millrace/contract';
import { DatabaseUnavailable, type Tx } from '../core/database/db.ts';
import { sql } from '../core/database/sql.ts';
import type { BatchedStatement } from '../core/database/statement-batcher.ts';
import type { Actor, EngineActor } from './actor.ts';

/** Prefixes by which secret scanners find our tokens. */
export const TOKEN_PREFIX = { personal: 'mrp_', engine: 'mre_', serviceAccount: 'mrs_', webhook: 'mrw_', logFile: 'mrl_' } as const;

const isPersonal = (secret: string): boolean => secret.startsWith(TOKEN_PREFIX.personal);

/** Seconds between two stored uses of a token. Storing each use would cost a write for every read. */
const USE_RESOLUTION_SECONDS = 60;

/** Creates and looks up tokens with the key of the install. */
export type Tokens = {
  /** A new secret of 256 bits, and its hash, which is stored. */
  create(kind: keyof typeof TOKEN_PREFIX): { secret: string; hash: Buffer };
  /** The stored hash of a secret. A keyed hash without a work factor is enough, because the secrets cannot be guessed. */
  hash(secret: string): Buffer;
  /** The actors of secrets; undefined for a secret that is unknown or expired, or whose owner is inactive. */
  actors: BatchedStatement<string, Actor | undefined>;
  engine(tx: Tx, secret: string): Promise<EngineActor | undefined>;
};

/**
 * Binds tokens to the key of the install.
 * @rule personal-access-tokens.create.prefix
 */
export function createTokens(key: Buffer): Tokens {
  // Imported once: each use of the plain bytes would cost five times as much.
  const prepared = createSecretKey(key);
  const hash = (secret: string): Buffer => createHmac('sha256', prepared).update(secret).digest();
  return {
    hash,
    create: (kind) => {
      const secret = TOKEN_PREFIX[kind] + randomBytes(32).toString('base64url');
      return { secret, hash: hash(secret) };
    },
    actors: {
      atOnce: 1,
      most: 100,
      run: async ({ reader }, secrets) => {
        const hashes = new Map([...new Set(secrets)].filter(isPersonal).map((secret) => [secret, hash(secret)]));
        const found = hashes.size > 0 ? await findActors(reader, [...hashes.values()]) : new Map<string, Actor>();
        return secrets.map((secret) => found.get(hashes.get(secret)?.toString('hex') ?? ''));
      },
    },
    engine: (tx, secret) => (secret.startsWith(TOKEN_PREFIX.engine) ? findEngine(tx, hash(secret)) : Promise.resolve(undefined)),
  };
}

type ActorRow = {
  hash: string;
  token_id: string;
  id: string;
  tenant_id: string;
  login: string;
  user_type: Actor['userType'];
  permissions: Permission[] | null;
  stale: boolean;
};

async function findActors(tx: Tx, hashes: readonly Buffer[]): Promise<Map<string, Actor>> {
  const rows = await tx.rows<ActorRow>(sql`
    select encode(t.hash, 'hex') as hash, t.id as token_id, a.id, a.tenant_id, a.login, a.user_type,
           (select array_agg(distinct p.permission)
            from account_role ar
            join role_permission p on p.role_id = ar.role_id
            where ar.account_id = a.id) as permissions,
           t.last_used_at is null or t.last_used_at < now() - make_interval(secs => ${USE_RESOLUTION_SECONDS}) as stale
    from personal_access_token t
    join account a on a.id = t.account_id
    where t.hash = any (${[...hashes]}::bytea[])
      and a.active
      and (t.expires_at is null or t.expires_at > now())`);
  const stale = rows.filter((row) => row.stale).map((row) => row.token_id);
  if (stale.length > 0) await noteUse(tx, stale);
  return new Map(rows.map((row) => [row.hash, toActor(row)]));
}

/** Stores that tokens are used now. Where the database is read-only, calls go on, and a later use is stored. */
async function noteUse(tx: Tx, ids: readonly string[]): Promise<void> {
  try {
    await tx.rows(sql`
      update personal_access_token
      set last_used_at = now()
      where id in (
        select id
        from personal_access_token
        where id = any (${[...ids]}::uuid[])
        order by id
        for no key update skip locked)`);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
  }
}

const toActor = (row: ActorRow): Actor => ({
  id: row.id,
  tenant: row.tenant_id,
  login: row.login,
  userType: row.user_type,
  permissions: new Set(row.permissions ?? []),
});

type EngineRow = { id: string; tenant_id: string; environment_id: string; workspace_id: string | null; name: string };

/** @rule remote-engines.credential.expires */
async function findEngine(tx: Tx, hash: Buffer): Promise<EngineActor | undefined> {
  const current = (): Promise<EngineRow | undefined> =>
    tx.one<EngineRow>(sql`
      select id, tenant_id, environment_id, workspace_id, name
      from engine
      where credential_hash = ${hash}
        and (credential_expires_at is null or credential_expires_at > now())`);
  // Looked up again, because another call may have used the next credential first.
  const row = (await current()) ?? (await useNext(tx, hash)) ?? (await current());
  if (!row) return undefined;
  const { id: engineId, tenant_id: tenant, environment_id: environment, workspace_id: workspace, name } = row;
  return { engineId, tenant, environment, workspace, name, credential: hash };
}

/**
 * Makes the next credential of an engine its only one, because its use shows that the engine has stored it.
 * @rule remote-engines.credential.renew
 */
const useNext = (tx: Tx, hash: Buffer): Promise<EngineRow | undefined> =>
  tx.one(sql`
    update engine
    set credential_hash = next_credential_hash,
        credential_expires_at = next_credential_expires_at,
        next_credential_hash = null,
        next_credential_expires_at = null
    where next_credential_hash = ${hash}
      and next_credential_expires_at > now()
    returning id, tenant_id, environment_id, workspace_id, name`);
