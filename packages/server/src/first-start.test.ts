import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { BUILT_IN_ROLES } from '@millrace/contract';
import { createDatabase } from '../test/support/database.ts';
import { readConfig } from './settings/config.ts';
import { Database } from './core/database/db.ts';
import { createLog } from './core/observability/log.ts';
import { createSecrets } from './core/secrets/secrets.ts';
import { sql } from './core/database/sql.ts';
import { StartError } from './core/base/start-error.ts';
import { BUILT_IN_ENGINE, createAdministratorToken, pairBuiltInEngine, prepareInstall } from './first-start.ts';
import { identifyEngine } from './identity/engine-credentials.ts';
import { personalAccessTokens } from './identity/schemes.ts';
import { createTokens } from './identity/tokens.ts';
import { StatementBatcher } from './core/database/statement-batcher.ts';
import { startServer } from './server.ts';

const database = await createDatabase();
const home = await mkdtemp(join(tmpdir(), 'millrace-first-start-'));
const db = new Database({ url: database.url, onError: () => undefined });
const config = readConfig({ MILLRACE_HOME: home, MILLRACE_PORT: '0', MILLRACE_ENGINE: 'none' });
const [key, otherKey] = [randomBytes(32), randomBytes(32)];
const tokens = createTokens(key);
after(async () => {
  await db.close();
  await Promise.all([database.drop(), rm(home, { recursive: true, force: true })]);
});

/** Reads all rows that a start creates, with their ids. */
const content = (): Promise<object> =>
  db.reader.only(sql`
    select (select json_agg(t order by t.id) from tenant t) as tenants,
           (select json_agg(a order by a.id) from account a) as accounts,
           (select json_agg(r order by r.id) from role r) as roles,
           (select json_agg(e order by e.id) from environment e) as environments,
           (select json_agg(w order by w.id) from workspace w) as workspaces,
           (select json_agg(g order by g.id) from engine g) as engines,
           (select count(*) from install) as installs`);

describe('the start of an install', () => {
  test('creates a tenant, its roles, an administrator, an environment with a shared workspace and an engine, once', async () => {
    await Promise.all(Array.from({ length: 4 }, () => prepareInstall(db, [key], createSecrets([key]))));
    const row = await db.reader.only(sql`
      select (select count(*) from tenant) as tenants,
             (select array_agg(name order by name) from role where built_in) as roles,
             (select array_agg(a.login || ' ' || r.name) from account a join account_role ar on ar.account_id = a.id join role r on r.id = ar.role_id)
               as administrators,
             (select array_agg(name || ' ' || is_default) from environment) as environments,
             (select array_agg(w.name || ' ' || w.type || ' ' || a.login) from workspace w join account a on a.id = w.owner_id) as workspaces,
             (select array_agg(name) from engine where managed and credential_hash is null) as engines`);
    assert.deepEqual(row, {
      tenants: 1,
      roles: Object.keys(BUILT_IN_ROLES).toSorted(),
      administrators: ['admin TenantAdmin'],
      environments: ['default true'],
      workspaces: ['Shared shared admin'],
      engines: [BUILT_IN_ENGINE],
    });
  });

  test('gives each built-in role its permissions', async () => {
    const rows = await db.reader.rows<{ name: string; permissions: string[] }>(sql`
      select r.name, array_agg(p.permission order by p.permission) as permissions
      from role r
      join role_permission p on p.role_id = r.id
      group by r.name`);
    const expected = Object.entries(BUILT_IN_ROLES).map(([name, permissions]) => [name, [...permissions].toSorted()]);
    assert.deepEqual(Object.fromEntries(rows.map(({ name, permissions }) => [name, permissions.toSorted()])), Object.fromEntries(expected));
  });

  test('changes nothing when it is repeated', async () => {
    const token = await createAdministratorToken(db, tokens);
    const before = await content();
    for (let starts = 0; starts < 2; starts += 1) {
      const server = await startServer(config, database.url, [key], createLog('silent'));
      const me = await fetch(`${server.url}/account/me`, { headers: { authorization: `Bearer ${token}` } });
      assert.equal(((await me.json()) as { login: string }).login, 'admin');
      await server.stop();
    }
    assert.deepEqual(await content(), before);
  });

  test('is refused with another key, and changes nothing', async () => {
    const before = await content();
    for (const start of [
      () => prepareInstall(db, [otherKey], createSecrets([otherKey])),
      () => startServer(config, database.url, [otherKey], createLog('silent')),
    ]) {
      await assert.rejects(start(), (error) => {
        assert.ok(error instanceof StartError);
        assert.match(error.message, /The key is not the one .*MILLRACE_KEY/);
        return true;
      });
    }
    assert.deepEqual(await content(), before);
  });

  test('creates a further token of the administrator at each call', async () => {
    const secrets = [await createAdministratorToken(db, tokens), await createAdministratorToken(db, tokens)];
    const scheme = personalAccessTokens({ tokens, batcher: new StatementBatcher(db) });
    for (const secret of secrets) assert.equal((await scheme.identify({ type: 'bearer', token: secret }, ''))?.login, 'admin');
    assert.notEqual(secrets[0], secrets[1]);
  });

  test('keeps the credential of the built-in engine, and creates a new one if it was lost', async () => {
    const first = await pairBuiltInEngine(db, tokens, undefined);
    assert.equal((await identifyEngine(db.reader, tokens, first))?.name, BUILT_IN_ENGINE);
    assert.equal(await pairBuiltInEngine(db, tokens, first), first);
    const second = await pairBuiltInEngine(db, tokens, undefined);
    assert.notEqual(second, first);
    assert.equal(await identifyEngine(db.reader, tokens, first), undefined);
    assert.equal(await pairBuiltInEngine(db, tokens, first), first, 'the credential in the home folder is accepted again');
    assert.equal((await identifyEngine(db.reader, tokens, first))?.name, BUILT_IN_ENGINE);
  });
});
