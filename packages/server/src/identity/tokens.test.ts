import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { sql } from '../core/database/sql.ts';
import { startTestServer } from '../../test/support/server.ts';
import { createAuthenticate } from './authenticate.ts';
import { Problem } from '../core/base/problem.ts';
import { personalAccessTokens } from './schemes.ts';
import { createTokens, TOKEN_PREFIX, type Tokens } from './tokens.ts';

const { make, platform } = await startTestServer();
const {
  db,
  identity: { tokens },
} = platform;
const authenticate = createAuthenticate(platform);
const actorOf = (known: Tokens, secret: string) =>
  personalAccessTokens({ tokens: known, batcher: platform.batcher }).identify({ type: 'bearer', token: secret }, '');
/** The caller of a bearer token; undefined if it is refused. */
const callerOf = (secret: string, allow: 'engine' | 'signed-in') =>
  authenticate((name) => (name === 'authorization' ? `Bearer ${secret}` : undefined), { allow, route: 'GET /account/me' }).catch(
    (error: unknown) => {
      assert.ok(error instanceof Problem && error.status === 401);
      return undefined;
    },
  );
const engineOf = (secret: string) => callerOf(secret, 'engine');

test('personal-access-tokens.create.prefix', () => {
  for (const kind of ['personal', 'engine'] as const) {
    const { secret, hash } = tokens.create(kind);
    assert.ok(secret.startsWith(TOKEN_PREFIX[kind]));
    assert.equal(Buffer.from(secret.slice(TOKEN_PREFIX[kind].length), 'base64url').length, 32);
    assert.deepEqual(hash, tokens.hash(secret));
    assert.notEqual(tokens.create(kind).secret, secret);
  }
});

test('another key gives another hash and recognises no token', async () => {
  const { token } = await make.user();
  const others = createTokens(randomBytes(32));
  assert.notDeepEqual(others.hash(token), tokens.hash(token));
  assert.equal(await actorOf(others, token), undefined);
});

test('recognises a user with the current permissions', async () => {
  const user = await make.user({ permissions: ['SVC_OPERATOR'] });
  const { id, tenant, login } = user;
  const actor = await actorOf(tokens, user.token);
  assert.deepEqual(actor, { id, tenant, login, userType: 'HUMAN', permissions: new Set(['SVC_OPERATOR']), allowlist: null });
  await db.writer.rows(sql`
    delete from account_role
    where account_id = ${id}`);
  assert.deepEqual((await actorOf(tokens, user.token))?.permissions, new Set());
});

test('does not recognise tokens that are expired, or whose account is inactive or was removed', async () => {
  const [inactive, expired, deleted] = [await make.user(), await make.user(), await make.user()];
  for (const { token } of [inactive, expired, deleted]) assert.ok(await actorOf(tokens, token));
  await db.writer.rows(sql`update account set active = false where id = ${inactive.id}`);
  await db.writer.rows(sql`update personal_access_token set expires_at = now() where account_id = ${expired.id}`);
  await db.writer.rows(sql`delete from account where id = ${deleted.id}`);
  for (const { token } of [inactive, expired, deleted]) assert.equal(await actorOf(tokens, token), undefined);
});

test('recognises an engine by its credential', async () => {
  const { id, environment, credential } = await make.engine({ name: 'Hauler' });
  const tenant = await make.tenant();
  assert.deepEqual(await engineOf(credential), {
    engineId: id,
    tenant,
    environment,
    workspace: null,
    name: 'Hauler',
    credential: tokens.hash(credential),
  });
  await db.writer.rows(sql`delete from engine where id = ${id}`);
  assert.equal(await engineOf(credential), undefined);
});

test('does not accept a token of the other kind, even if its hash is stored for this kind', async () => {
  const user = await make.user();
  const engine = await make.engine();
  await db.writer.rows(sql`update personal_access_token set hash = ${tokens.hash(engine.credential)} where account_id = ${user.id}`);
  await db.writer.rows(sql`update engine set credential_hash = ${tokens.hash(user.token)} where id = ${engine.id}`);
  assert.equal(await callerOf(engine.credential, 'signed-in'), undefined);
  assert.equal(await engineOf(user.token), undefined);
});

test('records the use of a token at most once a minute', async () => {
  const { id, token } = await make.user();
  const lastUse = (): Promise<{ at: Date | null }> =>
    db.reader.only(sql`select last_used_at as at from personal_access_token where account_id = ${id}`);
  await actorOf(tokens, token);
  const first = await lastUse();
  assert.ok(first.at);
  await actorOf(tokens, token);
  assert.deepEqual(await lastUse(), first);
  await db.writer.rows(sql`update personal_access_token set last_used_at = now() - interval '2 minutes' where account_id = ${id}`);
  const old = await lastUse();
  await actorOf(tokens, token);
  assert.notDeepEqual(await lastUse(), old);
});
