// run: own server because it uses up the limit of wrong sign-ins of its address
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { publication, shellBundle, upload } from '../../../../test/support/bundles.ts';
import { Browser } from '../../../../test/support/browser.ts';
import { startOwnServer, type Answer } from '../../../../test/support/server.ts';

const server = await startOwnServer();
const { call, make, platform } = server;

const logs = async (): Promise<Answer['body'][]> => (await call('GET /security/audit/logs', { query: { size: 1000 } })).body;
const entryOf = async ({ headers }: Answer): Promise<Answer['body']> =>
  (await logs()).find(({ requestId }) => requestId === headers.get('x-request-id'));

test('audit-log.entry.fields', async () => {
  const user = await make.user({ permissions: ['SVC_GROUP_MANAGEMENT'] });
  const created = await call('POST /account/groups', {
    token: user.token,
    body: { name: 'Audited', userIds: [] },
    headers: { 'user-agent': 'curl/8' },
  });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const { login, email } = await platform.db.reader.only<{ login: string; email: string }>(
    sql`select login, email from account where id = ${user.id}`,
  );
  const { timestamp, logId, ...entry } = await entryOf(created);
  assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.match(logId, /^[0-9a-f-]{36}$/);
  assert.deepEqual(entry, {
    requestId: created.headers.get('x-request-id'),
    applicationId: 'TMC',
    eventType: 'access management',
    eventCategory: 'group',
    eventOperation: 'create',
    clientIp: '127.0.0.1',
    userId: user.id,
    username: login,
    email,
    request: { url: '/account/groups', method: 'POST', userAgent: 'curl/8', body: JSON.stringify({ name: 'Audited', userIds: [] }) },
    response: { code: '201', body: JSON.stringify(created.body) },
  });
});

test('audit-log.entry.secrets', async () => {
  const secrets = [
    (await call('POST /account/personal-access-tokens', { body: { name: 'secret' } })).body.token,
    (await call('POST /account/service-accounts', { body: { name: 'secret', permissions: [] } })).body.secret,
  ];
  const workspace = await make.workspace();
  const connection = await call('POST /orchestration/connections', {
    body: {
      name: 'db',
      workspaceId: workspace.id,
      app: 'http',
      parameters: [{ name: 'password', value: 'hunter2-of-db', encrypted: true }],
    },
  });
  assert.equal(connection.status, 201);
  const rows = await platform.db.reader.rows<{ text: string }>(sql`select e::text as text from audit_entry e`);
  for (const { text } of rows) for (const secret of [...secrets, 'hunter2-of-db']) assert.ok(!text.includes(secret), text);
});

describe('audit-log.record.changes', () => {
  test('records operations that open their own transactions', async () => {
    const workspace = await make.workspace();
    const published = await call('POST /orchestration/artifacts', {
      form: publication({ workspaceId: workspace.id }, await shellBundle('exit 0')),
    });
    assert.equal(published.status, 201);
    const { request } = await entryOf(published);
    assert.equal(JSON.parse(request.body).artifact.workspaceId, workspace.id);

    const resource = await call('POST /orchestration/resources', {
      form: upload({ resource: { workspaceId: workspace.id, name: 'r' } }, Buffer.from('content')),
    });
    assert.equal(JSON.parse((await entryOf(resource)).request.body).resource.name, 'r');
    const path = { resourceId: resource.body.id };
    const replaced = await call('PUT /orchestration/resources/{resourceId}/upload', { path, form: upload({}, Buffer.from('more')) });
    assert.equal((await entryOf(replaced)).response.code, '204');
    const kept = await call('PUT /orchestration/resources/{resourceId}/upload', { path, form: new FormData() });
    if (kept.status === 204) assert.equal((await entryOf(kept)).response.code, '204');

    const task = await make.task({ workspace: workspace.id });
    const started = await call('POST /processing/executions', { body: { executable: task.id, parameters: {} } });
    assert.equal((await entryOf(started)).eventOperation, 'run');

    const promotion = await make.promotion({ assigned: [await make.administrator()] });
    const promotionId = { promotionId: promotion.id };
    const analysis = await call('POST /orchestration/executables/promotions/{promotionId}', { path: promotionId });
    assert.equal((await entryOf(analysis)).eventOperation, 'analyze');
    const promoted = await call('POST /processing/executions/promotions', { body: { executable: promotion.id } });
    assert.equal(promoted.status, 201);
    assert.equal((await entryOf(promoted)).eventOperation, 'run');
  });

  test('records no previews, reads by POST and refusals', async () => {
    const workspace = await make.workspace();
    const user = await make.user();
    const before = (await logs()).length;
    const body = [{ workspaceId: workspace.id, userId: user.id, permissions: ['VIEW'] }];
    assert.equal((await call('PUT /security/permissions/batch', { query: { dryRun: true }, body })).status, 200);
    assert.equal((await call('POST /orchestration/executables/tasks/search', { body: {} })).status, 200);
    assert.equal((await call('POST /account/groups', { body: { name: '' } })).status, 400);
    assert.equal((await call('POST /account/groups', { token: user.token, body: { name: 'x' } })).status, 403);
    assert.equal((await call('DELETE /account/groups/{id}', { path: { id: crypto.randomUUID() } })).status, 404);
    assert.equal((await call('POST /account/groups', { token: 'mrp_unknown', body: { name: 'x' } })).status, 401);
    assert.equal((await logs()).length, before);
    assert.ok((await call('PUT /security/permissions/batch', { body })).status < 300);
    assert.equal((await logs()).length, before + 1);
  });
});

test('audit-log.record.transaction', async () => {
  await platform.db.writer.rows(sql`alter table audit_entry add constraint refuse_all check (login <> 'admin') not valid`);
  try {
    const before = await server.count('account_group', 'audit_entry', 'task_execution', 'live_execution');
    const refused = await call('POST /account/groups', { body: { name: 'Unrecorded', userIds: [] } });
    assert.equal(refused.status, 500);
    const task = await make.task({ workspace: (await make.workspace()).id });
    assert.equal((await call('POST /processing/executions', { body: { executable: task.id } })).status, 500);
    assert.deepEqual(await server.count('account_group', 'audit_entry', 'task_execution', 'live_execution'), before);
  } finally {
    await platform.db.writer.rows(sql`alter table audit_entry drop constraint refuse_all`);
  }
});

const signIn = (credentials?: string): Promise<Answer> =>
  call('POST /security/oauth/token', {
    token: undefined,
    body: { grant_type: 'client_credentials' },
    headers: credentials === undefined ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
  });

test('audit-log.sign-in.refused', async () => {
  const account = (await call('POST /account/service-accounts', { body: { name: 'signs in', permissions: [] } })).body;
  const wrong = await signIn(`${account.id}:wrong`);
  assert.equal(wrong.status, 401);
  const entry = await entryOf(wrong);
  assert.deepEqual(
    [entry.userId, entry.username, entry.eventCategory, entry.eventOperation, entry.response.code],
    [account.id, account.id, 'service account', 'sign in', '401'],
  );
  for (const credentials of [undefined, `${crypto.randomUUID()}:x`, `${'-'.repeat(36)}:x`]) {
    const refused = await signIn(credentials);
    assert.equal(refused.status, 401, credentials);
    assert.equal('userId' in (await entryOf(refused)), false);
  }
  const before = (await logs()).length;
  assert.equal((await signIn(`${account.id}:${account.secret}`)).status, 200);
  assert.equal((await call('GET /account/groups', { token: 'mrp_unknown' })).status, 401);
  assert.equal((await logs()).length, before);
});

test('a wrong password on the sign-in page is recorded, but a login that does not exist is not stored', async () => {
  const { login, password, id } = await make.person();
  assert.equal((await new Browser(server.url).signIn(login, `${password}!`)).status, 403);
  assert.equal((await new Browser(server.url).signIn('my-password-by-mistake', 'x')).status, 403);
  const [unknown, known] = await logs();
  assert.deepEqual(
    [known.userId, known.username, known.eventType, known.eventCategory, known.eventOperation, known.response.code],
    [id, login, 'access management', 'sign in', 'sign in', '403'],
  );
  assert.equal('userId' in unknown, false);
  assert.ok(!JSON.stringify(unknown).includes('mistake') && unknown.request.url === '/login');
});

test('audit-log.sign-in.limit', async () => {
  const before = (await logs()).length;
  for (let count = 0; count < 70; count += 1) assert.equal((await signIn()).status, 401);
  const recorded = (await logs()).length - before;
  assert.ok(recorded >= 50 && recorded <= 62, String(recorded));
});
