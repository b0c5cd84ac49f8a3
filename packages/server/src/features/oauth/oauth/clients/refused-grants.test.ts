import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../../core/database/sql.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { addCode, askToken, codeFields, createPublicClient, createTestClient, tokensFor, VERIFIER } from './oauth.fixture.ts';
import { refusalsAt } from './refusals.fixture.ts';

const server = await startTestServer();
const { make, platform } = server;
const { assertRefusal } = refusalsAt(server);

test('oauth-clients.refusals.noted: codes', async () => {
  const [client, other] = [await createTestClient(server), await createTestClient(server)];
  const person = await make.user();
  const code = (age = '0 s') => addCode(server, { client: client.id, account: person.id, age });
  const ask = async (fields: object, by = client) => askToken(server, { ...codeFields(by, await code()), ...fields });
  await ask({ code: 'mrk_unknown' });
  await assertRefusal(client, 'invalid_grant', /^The code is unknown/);
  await ask({}, other);
  await assertRefusal(other, 'invalid_grant', /^The code was issued to another client/);
  await ask({ redirect_uri: 'https://report.example.com/wrong' });
  await assertRefusal(
    client,
    'invalid_grant',
    /^The redirect_uri is https:\/\/report.example.com\/wrong, but .* https:\/\/report.example.com\/callback/,
  );
  await ask({ code_verifier: `${VERIFIER}x` });
  await assertRefusal(client, 'invalid_grant', /^The SHA-256 of code_verifier/);
  await ask({ code_verifier: 'short' });
  await assertRefusal(client, 'invalid_request', /43 to 128 characters/);
  await ask({ code: await code('61 s') });
  await assertRefusal(client, 'invalid_grant', /^The code is older than 60 seconds/);
  const used = await code();
  assert.equal((await ask({ code: used })).status, 200);
  await ask({ code: used });
  await assertRefusal(client, 'invalid_grant', /^The code was used before. The grant of the first use has ended/);
  await platform.db.writer.rows(sql`update account set active = false where id = ${person.id}`);
  await ask({});
  await assertRefusal(client, 'access_denied', /user is disabled/);
});

test('oauth-clients.refusals.noted: refresh tokens, which name no client', async () => {
  const [client, other] = [await createPublicClient(server), await createTestClient(server)];
  const person = await make.user();
  const { refresh_token: token } = await tokensFor(server, client, person.id);
  const refresh = (more: object = {}) => askToken(server, { grant_type: 'refresh_token', refresh_token: token, ...more });
  await refresh({ client_id: other.id, client_secret: other.secret });
  await assertRefusal(other, 'invalid_grant', /^The refresh token was issued to another client/);
  await refresh({ refresh_token: 'mrf_unknown', client_id: client.id });
  await assertRefusal(client, 'invalid_grant', /^The refresh token is unknown/);
  await refresh({ scope: 'admin_classic' });
  await assertRefusal(client, 'invalid_scope', /admin_classic/);
  assert.equal((await refresh()).status, 200);
  await refresh();
  await assertRefusal(client, 'invalid_grant', /^The refresh token was replaced before. Nothing has ended/);
  await platform.db.writer.rows(
    sql`update oauth_refresh_token set replaced_at = now() - interval '1 minute' where replaced_at is not null`,
  );
  await refresh();
  await assertRefusal(client, 'invalid_grant', /^The refresh token was replaced before. The grant has ended/);
});
