// run: own process, waiting, in test:all because it starts whole programs
/** Codes, refresh tokens and assertions at three processes on one database: of many requests at the same moment, one succeeds. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { addCode, codeFields, REDIRECT_URI } from '../../src/features/oauth/oauth/clients/oauth.fixture.ts';
import { Install } from '../support/install.ts';
import { startControlPlanes } from '../support/control-planes.ts';
import { createSigner } from './signer.ts';

const key = randomBytes(32);
// The test uses this server to create rows; the requests go to the processes.
const planes = await startControlPlanes(1, [key]);
const { make } = planes;
const { platform } = planes.any();
const administrator = await make.administratorToken();
const signer = createSigner();
const ISSUER = 'https://millrace.example.com';
const REQUESTS = 50;

const processes = ['first', 'second', 'third'].map(
  (name) =>
    new Install(join(planes.folder, name), {
      DATABASE_URL: planes.databaseUrl,
      MILLRACE_KEY: key.toString('base64'),
      MILLRACE_PUBLIC_URL: ISSUER,
      MILLRACE_BLOB_FOLDER: join(planes.folder, 'blobs'),
      MILLRACE_ROLE: 'api',
      MILLRACE_ENGINE: 'none',
    }),
);
after(() => Promise.all(processes.map((process) => process.stop())));
for (const one of processes) await one.start();
const addressOf = (index: number): string => processes[index % processes.length]?.url ?? '';

async function createClient(fields: object): Promise<{ id: string; secret: string }> {
  const body = { appType: 'web', clientName: 'Report', redirectUris: [REDIRECT_URI], ...fields };
  const answer = await fetch(`${planes.any().url}/api/v1/oauth-clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${administrator}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const made = (await answer.json()) as { clientId: string; clientSecret: string };
  assert.equal(answer.status, 201, JSON.stringify(made));
  return { id: made.clientId, secret: made.clientSecret };
}

const ask = (url: string, fields: object) =>
  fetch(`${url}/oauth/token`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) });

/** Sends a request many times at once, at all processes in turn, and returns the one answer that is not a refusal. */
async function assertOnlyOne(fields: () => object): Promise<{ refresh_token: string; access_token: string }> {
  const answers = await Promise.all(Array.from({ length: REQUESTS }, (_, index) => ask(addressOf(index), fields())));
  const good = answers.filter(({ status }) => status === 200);
  assert.deepEqual([good.length, answers.filter(({ status }) => status === 401).length], [1, REQUESTS - 1]);
  return (await good[0]?.json()) as { refresh_token: string; access_token: string };
}

const scopes = { allowedScopes: ['user_default', 'offline_access'] };
const client = await createClient(scopes);
const person = await make.user({});
const addOwnCode = () => addCode({ platform, make }, { client: client.id, account: person.id });

test('one of many requests at three processes redeems a code', async () => {
  const code = await addOwnCode();
  const tokens = await assertOnlyOne(() => codeFields(client, code));
  const used = await fetch(`${addressOf(1)}/account/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  assert.equal(used.status, 401, 'the other requests ended what it gave');
});

test('one of many requests at three processes uses a refresh token', async () => {
  const first = (await (await ask(addressOf(0), codeFields(client, await addOwnCode()))).json()) as {
    refresh_token: string;
  };
  const refresh = (token: string) => () => ({ grant_type: 'refresh_token', refresh_token: token, client_secret: client.secret });
  const second = await assertOnlyOne(refresh(first.refresh_token));
  const third = await assertOnlyOne(refresh(second.refresh_token));
  assert.notEqual(third.refresh_token, second.refresh_token, 'the requests that were refused ended nothing');
});

test('one of many requests at three processes uses an assertion', async () => {
  const fields = {
    allowedAuthMethods: ['private_key_jwt'],
    publicKeys: [signer.jwk],
    allowedGrantTypes: ['client_credentials'],
    ...scopes,
  };
  const { id } = await createClient(fields);
  const assertion = signer.assertion(id, ISSUER);
  await assertOnlyOne(() => ({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  }));
});
