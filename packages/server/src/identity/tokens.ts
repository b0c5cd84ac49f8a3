/** Bearer tokens: how they are made, kept and recognised. */
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { Permission } from '@millrace/contract';
import { sql } from '../core/sql.ts';
import type { Tx } from '../core/db.ts';
import type { Actor, EngineActor } from './actor.ts';

/** Prefixes by which secret scanners find our tokens. */
export const TOKEN_PREFIX = { personal: 'mrp_', engine: 'mre_' } as const;

/** Seconds after which a use of a token is written down again; each use would be a write for every read. */
const USE_RESOLUTION_SECONDS = 60;

/** Makes and recognises tokens with the key of the install. */
export type Tokens = {
  /** A new secret of 256 bits and the hash under which it is kept. */
  create(kind: keyof typeof TOKEN_PREFIX): { secret: string; hash: Buffer };
  /** The hash under which a secret is kept. A plain keyed hash is enough: the secrets cannot be guessed. */
  hash(secret: string): Buffer;
  actor(tx: Tx, secret: string): Promise<Actor | undefined>;
  engine(tx: Tx, secret: string): Promise<EngineActor | undefined>;
};

/**
 * Binds tokens to the key of the install.
 * @rule personal-access-tokens.create.prefix
 */
export function createTokens(key: Buffer): Tokens {
  // Prepared once: each use of the plain bytes would cost five times as much.
  const prepared = createSecretKey(key);
  const hash = (secret: string): Buffer => createHmac('sha256', prepared).update(secret).digest();
  return {
    hash,
    create: (kind) => {
      const secret = TOKEN_PREFIX[kind] + randomBytes(32).toString('base64url');
      return { secret, hash: hash(secret) };
    },
    actor: (tx, secret) => (secret.startsWith(TOKEN_PREFIX.personal) ? findActor(tx, hash(secret)) : Promise.resolve(undefined)),
    engine: (tx, secret) => (secret.startsWith(TOKEN_PREFIX.engine) ? findEngine(tx, hash(secret)) : Promise.resolve(undefined)),
  };
}

type ActorRow = {
  token_id: string;
  id: string;
  tenant_id: string;
  login: string;
  user_type: Actor['userType'];
  permissions: Permission[] | null;
  stale: boolean;
};

async function findActor(tx: Tx, hash: Buffer): Promise<Actor | undefined> {
  const row = await tx.one<ActorRow>(sql`
    select t.id as token_id, a.id, a.tenant_id, a.login, a.user_type,
           (select array_agg(distinct p.permission)
            from account_role ar
            join role_permission p on p.role_id = ar.role_id
            where ar.account_id = a.id) as permissions,
           t.last_used_at is null or t.last_used_at < now() - make_interval(secs => ${USE_RESOLUTION_SECONDS}) as stale
    from personal_access_token t
    join account a on a.id = t.account_id
    where t.hash = ${hash}
      and a.active
      and (t.expires_at is null or t.expires_at > now())`);
  if (!row) return undefined;
  if (row.stale) {
    await tx.rows(sql`
      update personal_access_token
      set last_used_at = now()
      where id = ${row.token_id}`);
  }
  return { id: row.id, tenant: row.tenant_id, login: row.login, userType: row.user_type, permissions: new Set(row.permissions ?? []) };
}

async function findEngine(tx: Tx, hash: Buffer): Promise<EngineActor | undefined> {
  const row = await tx.one<{ id: string; tenant_id: string; environment_id: string; name: string }>(sql`
    select id, tenant_id, environment_id, name
    from engine
    where credential_hash = ${hash}`);
  return row && { engineId: row.id, tenant: row.tenant_id, environment: row.environment_id, name: row.name, credential: hash };
}
