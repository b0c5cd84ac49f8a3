import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { Browser, type SeenPage } from '../../../../test/support/browser.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { codeAt, stepAt } from './second-factor.ts';

const server = await startTestServer();
const { call, count, make, platform, url } = server;

const PASSWORD = 'another passphrase';

test('sign-in.account.record', async () => {
  const person = await make.person();
  const browser = new Browser(url);
  await browser.signIn(person.login, person.password);
  let secret = '';

  /** Sends a form of the account. Fails unless it leaves exactly one entry, with these words and no secret; or none, if `words` is undefined. */
  async function leaves(words: string[] | undefined, status: number, work: () => Promise<SeenPage>): Promise<void> {
    const { audit_entry: before = 0 } = await count('audit_entry');
    const answer = await work();
    assert.equal(answer.status, status, answer.alert);
    assert.deepEqual(await count('audit_entry'), { audit_entry: before + (words ? 1 : 0) });
    if (!words) return;
    const { body } = await call('GET /security/audit/logs', { query: { size: 1 } });
    const [{ eventCategory, eventOperation, userId, username, request, response }] = body;
    assert.deepEqual([eventOperation, request.url, eventCategory, userId, username], [...words, 'sign in', person.id, person.login]);
    assert.deepEqual([request.method, response], ['POST', { code: String(status) }]);
    for (const one of [person.password, PASSWORD, secret]) assert.ok(one === '' || !JSON.stringify(body).includes(one));
  }
  const account = () => browser.open('/account');
  const send = async (action: string, fields: Record<string, string>) => browser.send(await account(), fields, action);

  const fields = { present: person.password, password: PASSWORD, repeated: PASSWORD };
  await leaves(undefined, 400, () => send('/account/password', { ...fields, repeated: 'x' }));
  await leaves(undefined, 403, () => send('/account/password', { ...fields, present: 'x' }));
  await leaves(['update', '/account/password'], 303, () => send('/account/password', fields));

  await leaves(undefined, 303, () => send('/account/second-factor', { confirmation: PASSWORD }));
  const page = await browser.open('/account/second-factor');
  secret = /secret=([A-Z2-7]{32})/.exec(page.html)?.[1] ?? '';
  await leaves(undefined, 403, () => browser.send(page, { code: '000000' }));
  await leaves(['create', '/account/second-factor/confirm'], 200, () => browser.send(page, { code: codeAt(secret, stepAt(new Date())) }));
  await leaves(['delete', '/account/second-factor/remove'], 303, () => send('/account/second-factor/remove', { confirmation: PASSWORD }));

  const begin = () => platform.identity.sessions.begin(platform.db.writer, { account: person.id, address: '203.0.113.7', userAgent: '' });
  await begin();
  const { id } = (await platform.identity.sessions.list(platform.db.reader, person.id)).find(
    ({ address }) => address === '203.0.113.7',
  ) ?? {
    id: '',
  };
  await leaves(['stop', '/account/sessions'], 303, () => send('/account/sessions', { session: id }));
  await leaves(undefined, 303, () => send('/account/sessions', { session: id }));
  await begin();
  await leaves(['stop', '/account/sessions'], 303, () => send('/account/sessions', { session: 'others' }));
  await leaves(undefined, 303, () => send('/account/sessions', { session: 'others' }));

  const { body } = await call('POST /account/users/{id}/password-reset', { path: { id: person.id } });
  const path = new URL(body.link).pathname + new URL(body.link).search;
  const form = await browser.open(path);
  await leaves(['update', '/set-password'], 303, () => browser.send(form, { password: person.password, repeated: person.password }));
});

test('sign-in.account.record: in the transaction of the change', async () => {
  const person = await make.person();
  const browser = new Browser(url);
  await browser.signIn(person.login, person.password);
  const page = await browser.open('/account');
  await platform.db.writer.rows(
    sql`alter table audit_entry add constraint none_for_now check (action <> 'sign-in.change-own-password') not valid`,
  );
  const answer = await browser.send(page, { present: person.password, password: PASSWORD, repeated: PASSWORD }, '/account/password');
  await platform.db.writer.rows(sql`alter table audit_entry drop constraint none_for_now`);
  assert.equal(answer.status, 500);
  assert.equal((await new Browser(url).signIn(person.login, person.password)).status, 303, 'without the entry, the password stays');
});
