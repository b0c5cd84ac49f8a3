import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createDatabase } from '../test/support/database.ts';
import { Database } from './core/database/db.ts';
import { newId } from './core/base/id.ts';
import { createSecrets } from './core/secrets/secrets.ts';
import { identifier, sql } from './core/database/sql.ts';
import { StartError } from './core/base/start-error.ts';
import { placeOfTransport } from './features/events/notifications/transports.ts';
import { openWebhookSecrets, type WebhookRow } from './features/events/webhooks/index.ts';
import { createAdministratorToken, installTable, prepareInstall } from './first-start.ts';
import { StatementBatcher } from './core/database/statement-batcher.ts';
import { personalAccessTokens } from './identity/schemes.ts';
import { createTokens } from './identity/tokens.ts';
import type { Keys } from './install-key.ts';
import { encryptedTables, rotateKeys } from './rotate-keys.ts';

const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)];

test('a rotation encrypts all secrets under the new key, replaces the canary and keeps tokens valid', async () => {
  const database = await createDatabase();
  const db = new Database({ url: database.url, onError: () => undefined });
  try {
    const open = (keys: Keys): Promise<Buffer> => prepareInstall(db, keys, createSecrets(keys));
    const tokenKey = await open([first]);
    assert.deepEqual(tokenKey, first, 'the first key of the install is the token key');
    const token = await createAdministratorToken(db, createTokens(tokenKey));
    const connection = await addSecrets(db, first, 25);
    const webhook = await addWebhook(db, first);
    const receiver = await addReceiver(db, first);
    const person = await addFactor(db, first);
    const transport = await addTransport(db, first);
    await addSealKey(db, first);
    await assertSecretsUnder(db, [first], 'each encrypted column has a secret in this test');
    const ofFirst = createSecrets([first]).currentHead;
    assert.deepEqual(await tablesWith(db, ofFirst), [...encryptedTables, installTable].map(({ table }) => table).toSorted());

    assert.deepEqual(await open([second, first]), first, 'a server with both keys starts before the rotation');
    await addSecrets(db, second, 5);
    assert.equal(
      await rotateKeys(database.url, [second, first], 10),
      31,
      'parameters of connections, a webhook trigger, a webhook, a transport, a second factor, a key of seals and a signing key',
    );
    await assertSecretsUnder(db, [second], 'each secret was encrypted again');
    assert.deepEqual(await tablesWith(db, ofFirst), [], 'no ciphertext of the old key is left');
    assert.deepEqual(
      await decryptSecrets(db, [second], connection),
      Array.from({ length: 25 }, (_, index) => `secret ${index}`),
    );
    assert.equal(await webhookSecret(db, [second], webhook), 'mrw_secret');
    const row = await db.reader.only<WebhookRow>(sql`select w.* from webhook w where w.id = ${receiver}`);
    assert.deepEqual(openWebhookSecrets(createSecrets([second]), row, new Date()), { secrets: ['new', 'former'], headers: { a: 'b' } });
    const { url } = await db.reader.only<{ url: Buffer }>(sql`select url from notification_transport where id = ${transport}`);
    assert.equal(createSecrets([second]).decrypt(url, placeOfTransport(transport)), 'https://hooks.example.com/secret');
    const factor = await db.reader.only<{ secret: Buffer }>(sql`select secret from second_factor where account_id = ${person}`);
    assert.equal(createSecrets([second]).decrypt(factor.secret, `second factor ${person}`), 'GEZDGNBVGY3TQOJQ');
    assert.deepEqual(await open([second]), first, 'the token key is not the key of the install');
    const tokens = createTokens(await open([second]));
    const scheme = personalAccessTokens({ tokens, batcher: new StatementBatcher(db) });
    assert.equal((await scheme.identify({ type: 'bearer', token }, ''))?.login, 'admin');
    await assert.rejects(open([first]), StartError, 'the old key alone is refused');
    assert.equal(await rotateKeys(database.url, [second, first]), 0, 'a second rotation changes nothing');
    assert.deepEqual(
      await decryptSecrets(db, [second], connection),
      Array.from({ length: 25 }, (_, index) => `secret ${index}`),
    );
  } finally {
    await db.close();
    await database.drop();
  }
});

test('a rotation without the key of a secret is refused, keeps the canary, and continues when it has the key', async () => {
  const database = await createDatabase();
  const db = new Database({ url: database.url, onError: () => undefined });
  try {
    await prepareInstall(db, [first], createSecrets([first]));
    await assert.rejects(rotateKeys(database.url, [second]), StartError);
    const connections = [await addSecrets(db, first, 10), await addSecrets(db, third, 10)];
    await assert.rejects(rotateKeys(database.url, [second, first], 4), /MILLRACE_OLD_KEYS/);
    assert.deepEqual(await prepareInstall(db, [first], createSecrets([first])), first, 'the canary was not replaced');
    assert.ok((await rotateKeys(database.url, [second, first, third], 4)) > 0);
    for (const connection of connections) assert.equal((await decryptSecrets(db, [second], connection)).length, 10);
  } finally {
    await db.close();
    await database.drop();
  }
});

/** Fails unless each encrypted column has secrets, and all of them are under one key. */
async function assertSecretsUnder(db: Database, key: Keys, message: string): Promise<void> {
  const head = createSecrets(key).currentHead;
  for (const { table, columns } of [...encryptedTables, installTable])
    for (const column of Object.keys(columns)) {
      const counts = await db.reader.only<{ all: number; current: number }>(sql`
        select count(${identifier(column)}) as "all",
               count(*) filter (where substring(${identifier(column)} from 1 for ${head.length}) = ${head}) as current
        from ${identifier(table)}`);
      assert.ok(counts.all > 0 && counts.current === counts.all, `${message}: ${table}.${column} ${JSON.stringify(counts)}`);
    }
}

/** The tables of which a row contains these bytes, as bytes or as text in hexadecimal form or base64. */
async function tablesWith(db: Database, bytes: Buffer): Promise<string[]> {
  const tables = await db.reader.rows<{ name: string }>(sql`
    select relname::text as name
    from pg_class
    where relnamespace = 'public'::regnamespace
      and relkind = 'r'
    order by relname`);
  const found: string[] = [];
  for (const { name } of tables)
    for (const form of ['hex', 'base64'] as const)
      if (await db.reader.any(sql`select from ${identifier(name)} t where position(${bytes.toString(form)} in t::text) > 0`))
        found.push(name);
  return found;
}

/** Creates the key of the seals of the audit log. */
const addSealKey = (db: Database, key: Buffer): Promise<unknown> =>
  db.writer.rows(sql`
    insert into audit_seal_key (id, key)
    values (true, ${createSecrets([key]).encrypt('ab'.repeat(32), 'audit seal key')})`);

/** Gives the administrator a second factor, and returns its id. */
async function addFactor(db: Database, key: Buffer): Promise<string> {
  const { id } = await db.reader.only<{ id: string }>(sql`select id from account where login = 'admin'`);
  const secret = createSecrets([key]).encrypt('GEZDGNBVGY3TQOJQ', `second factor ${id}`);
  await db.writer.rows(sql`insert into second_factor (account_id, secret) values (${id}, ${secret})`);
  return id;
}

/** Gives the administrator a subscription that posts messages, and returns the id of the transport. */
async function addTransport(db: Database, key: Buffer): Promise<string> {
  const [id, subscription] = [newId(), newId()];
  const url = createSecrets([key]).encrypt('https://hooks.example.com/secret', placeOfTransport(id));
  await db.writer.rows(sql`
    with subscribed as (
      insert into notification_subscription (id, tenant_id, account_id, kind, by_mail, by_web)
      select ${subscription}, tenant_id, id, 'task.run.failed', false, false
      from account
      where login = 'admin'
      returning id
    )
    insert into notification_transport (id, subscription_id, type, host, url)
    select ${id}, id, 'slack', 'hooks.example.com', ${url}
    from subscribed`);
  return id;
}

/** Creates a webhook with two secrets and encrypted headers, and returns its id. */
async function addReceiver(db: Database, key: Buffer): Promise<string> {
  const id = newId();
  const { encrypt } = createSecrets([key]);
  await db.writer.rows(sql`
    insert into webhook (
      id, tenant_id, name, url, level, enabled, event_types, headers, encrypted_header_names, encrypted_headers, secret, former_secret,
      former_secret_until, cloud_events, checks_revocation, origin, created_by, updated_by)
    select ${id}, tenant_id, 'hook', 'https://hooks.example.com', 'tenant', true, '{}', '{}', '{a}', ${encrypt('{"a":"b"}', `webhook headers ${id}`)},
           ${encrypt('new', `webhook secret ${id}`)}, ${encrypt('former', `webhook secret ${id}`)}, now() + interval '1 day', true, false, 'api', id, id
    from account
    order by id
    limit 1`);
  return id;
}

/** Creates a connection with so many secrets under one key, and returns its id. */
async function addSecrets(db: Database, key: Buffer, count: number): Promise<string> {
  const id = newId();
  const secrets = createSecrets([key]);
  await db.transaction(async (tx) => {
    await tx.rows(sql`
      insert into connection (id, tenant_id, workspace_id, name, app)
      select ${id}::uuid, tenant_id, id, ${id}::text, 'Custom'
      from workspace
      order by id
      limit 1`);
    for (let position = 0; position < count; position += 1) {
      const name = `p${position}`;
      await tx.rows(sql`
        insert into connection_parameter (connection_id, name, position, encrypted, secret_value)
        values (${id}, ${name}, ${position}, true, ${secrets.encrypt(`secret ${position}`, `connection ${id} ${name}`)})`);
    }
  });
  return id;
}

/** Creates a webhook of a plan, because a plan needs the fewest other rows, and returns its id. */
async function addWebhook(db: Database, key: Buffer): Promise<string> {
  const [id, plan] = [newId(), newId()];
  await db.transaction(async (tx) => {
    await tx.rows(sql`
      insert into plan (id, tenant_id, workspace_id, name, author, author_type)
      select ${plan}, tenant_id, id, 'Plan', 'admin', 'HUMAN'
      from workspace
      order by id
      limit 1`);
    await tx.rows(sql`
      insert into webhook_trigger (id, plan_id, name, run_as_id, secret_hash, secret)
      select ${id}, ${plan}, 'hook', id, 'hash', ${createSecrets([key]).encrypt('mrw_secret', `webhook trigger ${id}`)}
      from account
      order by id
      limit 1`);
  });
  return id;
}

async function webhookSecret(db: Database, keys: Keys, id: string): Promise<string> {
  const { secret } = await db.reader.only<{ secret: Buffer }>(sql`select secret from webhook_trigger where id = ${id}`);
  return createSecrets(keys).decrypt(secret, `webhook trigger ${id}`);
}

async function decryptSecrets(db: Database, keys: Keys, connection: string): Promise<string[]> {
  const secrets = createSecrets(keys);
  const rows = await db.reader.rows<{ name: string; secret_value: Buffer }>(sql`
    select name, secret_value
    from connection_parameter
    where connection_id = ${connection}
    order by position`);
  return rows.map((row) => secrets.decrypt(row.secret_value, `connection ${connection} ${row.name}`));
}
