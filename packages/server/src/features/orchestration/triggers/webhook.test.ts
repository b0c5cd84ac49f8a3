// run: own server because it sets MILLRACE_PUBLIC_URL
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS, type Right } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { RECEIVING } from '../../../../test/support/webhook-triggers.ts';

const ROUTE = 'PUT /orchestration/executables/tasks/{taskId}/run-config';
const READ = 'GET /orchestration/executables/tasks/{taskId}/run-config';
const server = await startTestServer({ MILLRACE_PUBLIC_URL: 'https://millrace.example.com/base/' });
const { call, make, platform } = server;

const workspace = await make.workspace({ environment: await make.environment({ name: 'Prod_1' }) });
const task = await make.task({ ...RECEIVING, workspace: workspace.id });
const path = { taskId: task.id };
const bodyOf = (webhook: object) => ({ trigger: { type: 'WEBHOOK', webhook }, runtime: { type: 'CLOUD' } });
const set = async (webhook: object, token?: string) => {
  const { status, body } = await call(ROUTE, { path, body: bodyOf(webhook), ...(token !== undefined && { token }) });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.trigger.type, 'WEBHOOK');
  return body.trigger.webhook;
};
const refuses = (webhook: unknown, code: string) =>
  leavesNothing(
    server,
    ROUTE,
    { path, body: { trigger: { type: 'WEBHOOK', webhook }, runtime: { type: 'CLOUD' } } },
    400,
    code,
    'webhook_trigger',
    'time_trigger',
  );
const rowOf = (taskId: string) =>
  platform.db.reader.only<{ secret_hash: Buffer; secret: Buffer }>(
    sql`select secret_hash, secret from webhook_trigger where task_id = ${taskId}`,
  );
const secretIn = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

test('triggers.webhook.url', async () => {
  const first = await set({ name: 'orders_1' });
  assert.match(first.url, /^https:\/\/millrace\.example\.com\/base\/webhooks\/triggers\/mrw_[\w-]{43}$/);
  assert.deepEqual(first, { name: 'orders_1', runAsUser: 'admin', runAsUserType: 'HUMAN', url: first.url });
  const all = { name: 'Orders', description: 'New orders', triggerCalls: 10, triggerTimeout: 30_000, executionTimeout: 5 };
  assert.deepEqual(await set({ ...all, newUrl: false, url: 'https://elsewhere.example.com' }), {
    ...all,
    runAsUser: 'admin',
    runAsUserType: 'HUMAN',
    url: first.url,
  });
  assert.equal((await call(READ, { path })).body.trigger.webhook.url, first.url);
  const { url } = await set({ name: 'orders_1', description: '', triggerCalls: null, triggerTimeout: null });
  assert.equal(url, first.url);
});

test('triggers.webhook.new-url', async () => {
  const { url } = await set({ name: 'orders' });
  const { secret_hash: before } = await rowOf(task.id);
  assert.deepEqual(before, platform.identity.tokens.hash(secretIn(url)));
  const renewed = await set({ name: 'orders', newUrl: true });
  assert.notEqual(renewed.url, url);
  const { secret_hash: after } = await rowOf(task.id);
  assert.deepEqual(after, platform.identity.tokens.hash(secretIn(renewed.url)), 'the former secret is not accepted any more');

  await call(ROUTE, { path, body: { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' } } });
  assert.notEqual((await set({ name: 'orders' })).url, renewed.url, 'a new webhook gets a new URL');
});

test('triggers.webhook.shown', async () => {
  const { url } = await set({ name: 'orders' });
  const { secret } = await rowOf(task.id);
  assert.equal(secret.includes(secretIn(url)), false, 'encrypted at rest');
  assert.equal(secret.includes(Buffer.from(secretIn(url).slice(4), 'base64url')), false);
  await call('PUT /orchestration/executables/tasks/{taskId}/de-run-config', {
    path,
    body: { trigger: { type: 'WEBHOOK', webhook: { name: 'orders' } } },
  });
  const urlFor = async (rights: readonly ('VIEW' | 'EXECUTE' | 'AUTHOR' | 'MANAGE')[], read: string): Promise<string | undefined> => {
    const { token } = await make.user({ permissions: PERMISSIONS, rights: { [workspace.id]: rights } });
    return (await call(read, { path, token })).body.trigger.webhook.url;
  };
  for (const read of [READ, READ.replace('run-config', 'de-run-config')]) {
    assert.equal(await urlFor(['EXECUTE'], read), url);
    assert.equal(await urlFor(['VIEW'], read), undefined);
    assert.equal(await urlFor(['AUTHOR', 'MANAGE'], read), undefined);
  }
});

test('triggers.webhook.name', async () => {
  for (const webhook of [undefined, null]) await refuses(webhook, 'trigger_invalid');
  for (const name of [undefined, '', 'a b', 'ä', 'a-b', 'a.b', 'x'.repeat(256)]) await refuses({ name }, 'malformed_request');
  for (const extra of [{ triggerCalls: 0 }, { triggerTimeout: -1 }, { executionTimeout: 0 }, { runAsUserType: 'ROBOT' }, { newUrl: 'yes' }])
    await refuses({ name: 'orders', ...extra }, 'malformed_request');
});

test('triggers.webhook.environment', async () => {
  const elsewhere = await make.task({
    ...RECEIVING,
    workspace: (await make.workspace({ environment: await make.environment({ name: 'Prod 2' }) })).id,
  });
  const sent = { path: { taskId: elsewhere.id }, body: bodyOf({ name: 'orders' }) };
  const { body } = await leavesNothing(server, ROUTE, sent, 400, 'environment_name_unfit', 'webhook_trigger');
  assert.match(body.message, /'Prod 2'.* rename it/);
});

test('triggers.webhook.run-as', async () => {
  const rights = { [workspace.id]: ['EXECUTE'] } as const;
  const other = await make.user({ rights });
  const robot = await make.user({ rights });
  await platform.db.writer.rows(sql`update account set user_type = 'SERVICE' where id = ${robot.id}`);
  const stranger = await make.user({ tenant: await make.otherTenant() });
  const runs = async (webhook: object): Promise<string[]> => {
    const { runAsUser, runAsUserType } = await set({ name: 'orders', ...webhook });
    return [runAsUser, runAsUserType];
  };
  assert.deepEqual(await runs({ runAsUser: other.login }), [other.login, 'HUMAN']);
  assert.deepEqual(await runs({}), [other.login, 'HUMAN'], 'the user stays the same');
  assert.deepEqual(await runs({ runAsUser: robot.login, runAsUserType: 'SERVICE' }), [robot.login, 'SERVICE']);
  for (const webhook of [
    { runAsUser: 'nobody' },
    { runAsUser: stranger.login },
    { runAsUser: other.login, runAsUserType: 'SERVICE' },
    { runAsUser: robot.login, runAsUserType: 'HUMAN' },
  ])
    await refuses({ name: 'orders', ...webhook }, 'reference_unknown');

  const fresh = await make.task({ ...RECEIVING, workspace: workspace.id });
  const caller = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['EXECUTE'] } });
  const { body } = await call(ROUTE, { path: { taskId: fresh.id }, token: caller.token, body: bodyOf({ name: 'own', runAsUser: '' }) });
  assert.equal(body.trigger.webhook.runAsUser, caller.login, 'the caller');
});

test('triggers.webhook.run-as-right', async () => {
  const { url } = await set({ name: 'orders' });
  const viewer = await make.user({ rights: { [workspace.id]: ['VIEW', 'AUTHOR', 'PUBLISH', 'MANAGE'] } });
  const elsewhere = await make.user({ rights: { [(await make.workspace()).id]: ['EXECUTE'] } });
  const inactive = await make.user({ rights: { [workspace.id]: ['EXECUTE'] }, active: false });
  for (const { login } of [viewer, elsewhere, inactive]) {
    const { body } = await refuses({ name: 'orders', runAsUser: login }, 'run_as_right_missing');
    assert.match(body.message, new RegExp(`'${login}'.*EXECUTE`));
  }
  const runner = await make.user({ rights: { [workspace.id]: ['EXECUTE'] } });
  assert.equal((await set({ name: 'orders', runAsUser: runner.login })).url, url);
  assert.equal((await set({ name: 'orders' })).runAsUser, runner.login);
  await platform.db.writer.rows(sql`delete from workspace_right where account_id = ${runner.id}`);
  await refuses({ name: 'orders' }, 'run_as_right_missing');
  assert.equal((await set({ name: 'orders', runAsUser: 'admin' })).runAsUser, 'admin', 'the owner of a workspace holds EXECUTE');
});

/** Returns a task with a user for each kind of caller, and a function that sets its webhook as one of them. */
async function withCallers() {
  const own = await make.task({ ...RECEIVING, workspace: workspace.id });
  const callerWith = (...rights: Right[]) => make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: rights } });
  const [operator, other, manager] = [await callerWith('EXECUTE'), await callerWith('EXECUTE'), await callerWith('EXECUTE', 'MANAGE')];
  const sent = (caller: { token: string }, webhook: object) => ({
    token: caller.token,
    path: { taskId: own.id },
    body: bodyOf({ name: 'orders', ...webhook }),
  });
  const setAs = async (caller: { token: string }, webhook: object = {}) => {
    const { status, body } = await call(ROUTE, sent(caller, webhook));
    assert.equal(status, 200, JSON.stringify(body));
    return body.trigger.webhook;
  };
  const accounts = () =>
    platform.db.reader.only<{ run_as_id: string; set_by_id: string; set_by_type: string }>(
      sql`select run_as_id, set_by_id, set_by_type from webhook_trigger where task_id = ${own.id}`,
    );
  return { operator, other, manager, sent, setAs, accounts };
}

test('triggers.webhook.run-as-other', async () => {
  const { operator, other, manager, sent, setAs } = await withCallers();
  for (const { login } of [other, manager, { login: 'admin' }]) {
    const { body } = await leavesNothing(server, ROUTE, sent(operator, { runAsUser: login }), 403, 'right_missing', 'webhook_trigger');
    assert.match(body.message, /MANAGE/);
  }
  assert.equal((await setAs(operator, { runAsUser: operator.login })).runAsUser, operator.login);
  await leavesNothing(server, ROUTE, sent(operator, { runAsUser: other.login }), 403, 'right_missing', 'webhook_trigger');
  assert.equal((await setAs(manager, { runAsUser: other.login })).runAsUser, other.login);
  assert.equal((await setAs(operator, { runAsUser: other.login, description: 'kept' })).runAsUser, other.login, 'the account stays');
  assert.equal((await setAs(operator)).runAsUser, other.login);
  const environments = await make.user({
    permissions: ['SVC_OPERATOR', 'SVC_ENVIRONMENT_MANAGEMENT'],
    rights: { [workspace.id]: ['EXECUTE'] },
  });
  assert.equal((await setAs(environments, { runAsUser: manager.login })).runAsUser, manager.login);
  const plan = (await make.plan({ workspace: workspace.id, steps: [[(await make.task({ ...RECEIVING, workspace: workspace.id })).id]] }))
    .id;
  await leavesNothing(
    server,
    'PUT /orchestration/executables/plans/{planId}/run-config',
    {
      token: operator.token,
      path: { planId: plan },
      body: { trigger: { type: 'WEBHOOK', webhook: { name: 'orders', runAsUser: 'admin' } } },
    },
    403,
    'right_missing',
    'webhook_trigger',
  );
});

test('triggers.webhook.maker', async () => {
  const { operator, other, manager, setAs, accounts } = await withCallers();
  const are = async (runAs: { id: string }, maker: { id: string }) =>
    assert.deepEqual(await accounts(), { run_as_id: runAs.id, set_by_id: maker.id, set_by_type: 'HUMAN' });
  await setAs(operator);
  await are(operator, operator);
  await setAs(manager, { runAsUser: other.login });
  await are(other, manager);
  await setAs(operator, { newUrl: true });
  await are(other, manager);
  await setAs(other);
  await are(other, other);
});

test('a refused change of a webhook keeps its URL', async () => {
  const { url } = await set({ name: 'orders' });
  await refuses({ name: 'orders', newUrl: true, runAsUser: 'nobody' }, 'reference_unknown');
  assertRefused(
    await call(ROUTE, { path, body: { ...bodyOf({ name: 'orders', newUrl: true }), runtime: { type: 'REMOTE_ENGINE' } } }),
    400,
    'engine_unknown',
  );
  assert.equal((await call(READ, { path })).body.trigger.webhook.url, url);
});
