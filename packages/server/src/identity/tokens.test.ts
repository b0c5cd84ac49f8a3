import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { sql } from '../core/database/sql.ts';
import { startTestServer } from '../../test/support/server.ts';
import { createTokens, TOKEN_PREFIX, type Tokens } from './tokens.ts';

const { make, platform } = await startTestServer();
const { db, tokens } = platform;
const actorOf = async (known: Tokens, secret: string) => (await known.actors.run(db, [secret]))[0];

test('personal-access-tokens.create.prefix', () => {
  for (const kind of ['personal', 'engine'] as const) {
    const { secret, hash } = tokens.create(kind);
    assert.ok(secret.startsWith(TOKEN_PREFIX[kind]));
    assert.equal(Buffer.from(secret.slice(TOKEN_PREFIX[kind].length), 'base64url').length, 32);
    assert.deepEqual(hash, tokens.hash(secret));
    assert.notEqual(tokens.create(kind).secret, secret);
  }
});

test('another key gives another hash, and recognises nobody', async () => {
  const { token } = await make.user();
  const others = createTokens(randomBytes(32));
  assert.notDeepEqual(others.hash(token), tokens.hash(token));
  assert.equal(await actorOf(others, token), undefined);
});

test('recognises a user with the permissions of this moment', async () => {
  const user = await make.user({ permissions: ['SVC_OPERATOR'] });
  const { id, tenant, login } = user;
  const actor = await actorOf(tokens, user.token);
  assert.deepEqual(actor, { id, tenant, login, userType: 'HUMAN', permissions: new Set(['SVC_OPERATOR']) });
  await db.writer.rows(sql`
    delete from account_role
    where account_id = ${id}`);
  assert.deepEqual((await actorOf(tokens, user.token))?.permissions, new Set());
});

test('does not recognise who is inactive, whose token has ended, or whose account is gone', async () => {
  const [inactive, ended, gone] = [await make.user(), await make.user(), await make.user()];
  for (const { token } of [inactive, ended, gone]) assert.ok(await actorOf(tokens, token));
  await db.writer.rows(sql`update account set active = false where id = ${inactive.id}`);
  await db.writer.rows(sql`update personal_access_token set expires_at = now() where account_id = ${ended.id}`);
  await db.writer.rows(sql`delete from account where id = ${gone.id}`);
  for (const { token } of [inactive, ended, gone]) assert.equal(await actorOf(tokens, token), undefined);
});

test('recognises an engine by its credential', async () => {
  const { id, environment, credential } = await make.engine({ name: 'Hauler' });
  const tenant = await make.tenant();
  assert.deepEqual(await tokens.engine(db.reader, credential), {
    engineId: id,
    tenant,
    environment,
    workspace: null,
    name: 'Hauler',
    credential: tokens.hash(credential),
  });
  await db.writer.rows(sql`delete from engine where id = ${id}`);
  assert.equal(await tokens.engine(db.reader, credential), undefined);
});

test('takes no token of one kind for the other, even if its hash were kept there', async () => {
  const user = await make.user();
  const engine = await make.engine();
  await db.writer.rows(sql`update personal_access_token set hash = ${tokens.hash(engine.credential)} where account_id = ${user.id}`);
  await db.writer.rows(sql`update engine set credential_hash = ${tokens.hash(user.token)} where id = ${engine.id}`);
  assert.equal(await actorOf(tokens, engine.credential), undefined);
  assert.equal(await tokens.engine(db.reader, user.token), undefined);
});

test('notes a use of a token once a minute and not at every call', async () => {
  const { id, token } = await make.user();
  const used = (): Promise<{ at: Date | null }> =>
    db.reader.only(sql`select last_used_at as at from personal_access_token where account_id = ${id}`);
  await actorOf(tokens, token);
  const first = await used();
  assert.ok(first.at);
  await actorOf(tokens, token);
  assert.deepEqual(await used(), first);
  await db.writer.rows(sql`update personal_access_token set last_used_at = now() - interval '2 minutes' where account_id = ${id}`);
  const old = await used();
  await actorOf(tokens, token);
  assert.notDeepEqual(await used(), old);
});
