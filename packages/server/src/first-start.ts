/** Prepares the database at each start: sets up an empty one, checks the keys, and issues tokens of the administrator. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { BUILT_IN_ROLES } from '@millrace/contract';
import type { Database } from './core/database/db.ts';
import { newId } from './core/base/id.ts';
import { sql, type Tx } from './core/database/sql.ts';
import { reencrypt, type EncryptedTable } from './core/secrets/encrypted-tables.ts';
import type { Secrets } from './core/secrets/secrets.ts';
import { StartError } from './core/base/start-error.ts';
import { holdRoles, insertAccount, insertRole, insertUserRoles, isAdministratorRole } from './features/accounts/people/index.ts';
import { insertTenant } from './features/accounts/tenants/index.ts';
import { addCommandLineClient, allowCommandLineClient } from './features/oauth/oauth-clients/index.ts';
import type { Keys } from './install-key.ts';
import { rotateSigningKeys, type TokenAlgorithm } from './identity/signing-keys.ts';
import type { Tokens } from './identity/tokens.ts';

/** The login of the administrator that the first start creates. */
export const ADMINISTRATOR = 'admin';
/** The name of the engine that comes with the server. */
export const BUILT_IN_ENGINE = 'Built-in engine';

/** The context to which the key for hashing tokens is bound. */
const TOKEN_KEY_PLACE = 'install token key';

/** The table with the key for hashing tokens. */
export const installTable: EncryptedTable = { table: 'install', key: ['id'], columns: { token_key: () => TOKEN_KEY_PLACE } };

type Install = { key_canary: Buffer; token_key: Buffer | null };

/**
 * Sets up an empty database, or checks the keys of the install and refuses to start with others. Renews the keys that sign tokens where they are due, and
 * adds the client of the command line to an install of an older version. Processes that start at the same time wait for each other. Returns the key with
 * which tokens are hashed: the first key of the install, stored encrypted, so that tokens stay valid after a change of keys.
 */
export async function prepareInstall(db: Database, keys: Keys, secrets: Secrets, algorithm?: TokenAlgorithm): Promise<Buffer> {
  return db.transaction(async (tx) => {
    await tx.rows(sql`lock table install in exclusive mode`);
    const install = await tx.one<Install>(sql`
      select key_canary, token_key
      from install`);
    if (!install) {
      await createInstall(tx, canaryOf(keys[0]));
      await addCommandLineClient(tx);
      await rotateSigningKeys(tx, secrets, algorithm);
      return storeTokenKey(tx, keys[0], secrets);
    }
    const known = keys.find((key) => timingSafeEqual(install.key_canary, canaryOf(key)));
    if (!known) {
      throw new StartError(
        'The key is not the one this database was set up with: put the file "key" of the original home folder in place, or set MILLRACE_KEY to its text. After a change of keys, MILLRACE_OLD_KEYS names those before.',
      );
    }
    await rotateSigningKeys(tx, secrets, algorithm);
    await addCommandLineClient(tx);
    if (install.token_key === null) return storeTokenKey(tx, known, secrets);
    return Buffer.from(secrets.decrypt(install.token_key, TOKEN_KEY_PLACE), 'base64');
  });
}

/** Ends a change of keys, when no other secret is left under an old key: encrypts the key for tokens by the current key, and stores the canary of that. */
export async function moveCanary(tx: Tx, keys: Keys, secrets: Secrets): Promise<void> {
  await reencrypt(tx, secrets, installTable, 1);
  await tx.rows(sql`
    update install
    set key_canary = ${canaryOf(keys[0])}`);
}

/** The canary of a key: a digest that identifies the key, and from which it cannot be read. */
export const canaryOf = (key: Buffer): Buffer => createHmac('sha256', key).update('millrace key canary').digest();

async function storeTokenKey(tx: Tx, tokenKey: Buffer, secrets: Secrets): Promise<Buffer> {
  await tx.rows(sql`
    update install
    set token_key = ${secrets.encrypt(tokenKey.toString('base64'), TOKEN_KEY_PLACE)}`);
  return tokenKey;
}

async function createInstall(tx: Tx, canary: Buffer): Promise<void> {
  await tx.rows(sql`
    insert into install (key_canary)
    values (${canary})`);
  await createFirstTenant(tx);
}

/** Adds the tenant of an install, with its administrator, an environment with a shared workspace, and the built-in engine. */
export async function createFirstTenant(tx: Tx): Promise<void> {
  const tenant = await createTenant(tx, 'Millrace');
  const administrator = await createAdministrator(tx, tenant);
  const environment = newId();
  await tx.rows(sql`
    insert into environment (id, tenant_id, name, description, is_default)
    values (${environment}, ${tenant}, 'default', 'The environment that comes with the install.', true)`);
  await tx.rows(sql`
    insert into workspace (id, tenant_id, environment_id, name, owner_id, type)
    values (${newId()}, ${tenant}, ${environment}, 'Shared', ${administrator}, 'shared')`);
  await tx.rows(sql`
    insert into engine (id, tenant_id, environment_id, runtime_id, name, description, managed)
    values (${newId()}, ${tenant}, ${environment}, ${crypto.randomUUID()}, ${BUILT_IN_ENGINE}, 'Starts and stops with the server.', true)`);
}

/** Adds a tenant with the built-in roles, and allows the client of the command line in it. */
export async function createTenant(tx: Tx, name: string): Promise<string> {
  const tenant = newId();
  await insertTenant(tx, { id: tenant, name });
  for (const [role, permissions] of Object.entries(BUILT_IN_ROLES))
    await insertRole(tx, undefined, { id: newId(), tenant, name: role, builtIn: true, permissions });
  await allowCommandLineClient(tx, tenant);
  return tenant;
}

async function createAdministrator(tx: Tx, tenant: string): Promise<string> {
  const id = newId();
  const names = { firstName: 'Millrace', lastName: 'Administrator' };
  await insertAccount(tx, { id, tenant, type: 'HUMAN', login: ADMINISTRATOR, email: 'admin@localhost', ...names });
  await insertUserRoles(tx, [{ id }], await holdRoles(tx, { tenant }, [], true));
  return id;
}

/** Stores a new token of the administrator, for the operator of this machine, and returns its secret. */
export async function createAdministratorToken(db: Database, tokens: Tokens): Promise<string> {
  const { secret, hash } = tokens.create('personal');
  await db.transaction((tx) => insertAdministratorToken(tx, hash));
  return secret;
}

/**
 * Adds a token by its hash: for the administrator of the first start, or for the oldest active administrator if that account is inactive or has lost the
 * role.
 */
export const insertAdministratorToken = (tx: Tx, hash: Buffer): Promise<unknown> =>
  tx.only(sql`
    insert into personal_access_token (id, account_id, name, hash)
    select ${newId()}, a.id, 'Home folder ' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), ${hash}
    from account a
    join account_role m on m.account_id = a.id
    join role r on r.id = m.role_id
    where ${isAdministratorRole}
      and a.active
      and a.user_type = 'HUMAN'
    order by a.login <> ${ADMINISTRATOR}, a.id
    limit 1
    returning id`);

/** Stores the credential of the built-in engine, a new one or the one in the home folder, in place of any other, and returns it. */
export async function pairBuiltInEngine(db: Database, tokens: Tokens, known: string | undefined): Promise<string> {
  const { secret, hash } = known === undefined ? tokens.create('engine') : { secret: known, hash: tokens.hash(known) };
  await db.transaction((tx) =>
    tx.rows(sql`
      update engine
      set credential_hash = ${hash},
          credential_expires_at = null,
          next_credential_hash = null,
          next_credential_expires_at = null,
          paired_at = coalesce(paired_at, now())
      where managed
        and credential_hash is distinct from ${hash}`),
  );
  return secret;
}

/** The isolation of the built-in engine, after its first heartbeat; undefined if none comes within ten seconds. */
export async function isolationOfBuiltInEngine(db: Database, stopping: AbortSignal): Promise<string | undefined> {
  for (let attempt = 0; attempt < 100 && !stopping.aborted; attempt += 1) {
    const engine = await db.reader.one<{ isolation: string | null }>(sql`
      select isolation
      from engine
      where managed
        and isolation is not null
        and last_beat_at > now() - interval '5 seconds'`);
    if (engine?.isolation) return engine.isolation;
    await wait(100, undefined, { signal: stopping }).catch(() => undefined);
  }
  return undefined;
}
