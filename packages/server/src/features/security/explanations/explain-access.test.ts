// run: own server because it sets MILLRACE_TRUSTED_PROXIES
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS, type Permission, type Right, type Schema } from '@millrace/contract';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Sent } from '../../../../test/support/server.ts';

const ROUTE = 'GET /security/explanations';
const { call, make } = await startTestServer({ MILLRACE_TRUSTED_PROXIES: '127.0.0.1' });
const TASKS = '/orchestration/executables/tasks';
const REPLACE_TASK = `PUT ${TASKS}/{taskId}`;
const without = (permission: string) => PERMISSIONS.filter((one) => one !== permission);

/** Asks, and returns the checks as `CHECK RESULT: names of the sources`. */
async function explain(query: Record<string, string>, sent: Sent = {}) {
  const { status, body } = await call(ROUTE, { ...sent, query });
  assert.equal(status, 200, JSON.stringify(body));
  const text = (one: { check: string; result: string; through: { type: string; name: string; group?: { name: string } }[] }): string =>
    `${one.check} ${one.result}: ${one.through.map(({ type, name, group }) => `${type} ${name}${group ? ` of ${group.name}` : ''}`).join(', ')}`.replace(
      /: $/,
      '',
    );
  return { ...body, checks: body.checks.map(text) as string[], messages: body.checks.map(({ message }: { message: string }) => message) };
}

test('explanations.get.callers', async () => {
  assertRefused(await call(ROUTE, { token: undefined, query: { operation: REPLACE_TASK } }), 401, 'not_signed_in');
  const [user, program] = [await make.user(), await make.user({ type: 'SERVICE' })];
  const self = await explain({ operation: REPLACE_TASK }, { token: user.token });
  assert.deepEqual([self.account, self.allowed], [{ id: user.id, userType: 'HUMAN', name: user.login }, false]);
  const manager = await make.user({ permissions: ['SVC_USER_MANAGEMENT'] });
  assert.equal((await explain({ operation: REPLACE_TASK, account: user.id }, { token: manager.token })).account.id, user.id);
  const programManager = await make.user({ permissions: ['SVC_SERVICE_ACCOUNT_MANAGEMENT'] });
  assert.equal((await explain({ operation: REPLACE_TASK, account: program.id }, { token: programManager.token })).account.id, program.id);
  for (const [token, account] of [
    [(await make.user({ permissions: without('SVC_USER_MANAGEMENT') })).token, user.id],
    [manager.token, program.id],
    [programManager.token, user.id],
  ] as const)
    assertRefused(await call(ROUTE, { token, query: { operation: REPLACE_TASK, account } }), 403, 'forbidden');
  const stranger = await make.user({ permissions: PERMISSIONS, tenant: await make.otherTenant() });
  for (const account of [stranger.id, crypto.randomUUID()])
    assertRefused(await call(ROUTE, { query: { operation: REPLACE_TASK, account } }), 404, 'not_found');
});

test('explanations.get.operation', async () => {
  const { id } = await make.task({ workspace: (await make.workspace()).id });
  for (const operation of [`PUT ${TASKS}/${id}`, `put ${TASKS}/${id}/?force=true`, ` PUT  ${TASKS}/${id}`]) {
    const explained = await explain({ operation });
    assert.deepEqual([explained.operation, explained.id, explained.allowed], [REPLACE_TASK, id, true]);
  }
  const older = await explain({ operation: `GET /tmc/v2.6/executables/${id}` });
  assert.equal(older.operation, `GET ${TASKS}/{taskId}`);
  // A fixed word takes precedence over a variable.
  assert.equal((await explain({ operation: 'POST /processing/executions/plans' })).operation, 'POST /processing/executions/plans');
  for (const operation of ['PUT', `PUT ${TASKS}/`, `PATCH ${TASKS}`, `${TASKS}`, 'GET /', `GET ${TASKS}/${id}/no/such`, '\u0000', 'GET ?'])
    assertRefused(await call(ROUTE, { query: { operation } }), 400, 'malformed_request');
  for (const query of [{ operation: `PUT ${TASKS}/first` }, { operation: REPLACE_TASK, id: 'first' }, { operation: 'x'.repeat(2001) }, {}])
    assertRefused(await call(ROUTE, { query }), 400, 'malformed_request');
});

test('explanations.get.sources', async () => {
  const workspace = await make.workspace({ name: 'Sales' });
  const { id } = await make.task({ workspace: workspace.id });
  const author = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['AUTHOR'] } });
  const role = await call('POST /account/roles', { body: { name: 'Night shift', permissions: ['SVC_OPERATOR'] } });
  await call('POST /account/roles/{id}/users', { path: { id: role.body.id }, body: [author.id] });
  const explained = await explain({ operation: REPLACE_TASK, account: author.id, id });
  assert.equal(explained.allowed, true);
  assert.deepEqual(
    [explained.checks[0], explained.checks[1], explained.checks[3]],
    ['ACCOUNT PASSED', 'ADDRESS PASSED', 'RIGHT PASSED: RIGHT Sales'],
  );
  assert.match(explained.checks[2] ?? '', /^PERMISSION PASSED: .*ROLE Night shift/);

  const { id: member } = await make.user();
  await call('POST /account/groups', { body: { name: 'Nurses', userIds: [member], roleIds: [role.body.id] } });
  const ofGroup = await explain({ operation: 'POST /processing/executions', account: member });
  assert.equal(ofGroup.checks[2], 'PERMISSION PASSED: ROLE Night shift of Nurses');

  const executed = await explain({ operation: 'POST /processing/executions', account: author.id, id });
  assert.deepEqual([executed.allowed, executed.checks[3]], [false, 'RIGHT FAILED']);
  assert.match(executed.messages[3], /lacks the right EXECUTE on the task/);
  const owned = await make.workspace({ owner: author.id, name: 'Own' });
  const own = await explain({ operation: `PUT /orchestration/workspaces/${owned.id}`, account: author.id });
  assert.equal(own.checks[3], 'RIGHT PASSED: OWNERSHIP Own');
  const replaced = await explain({ operation: `PUT /orchestration/workspaces/${owned.id}` });
  assert.equal(replaced.checks[3], 'RIGHT PASSED: PERMISSION SVC_ENVIRONMENT_MANAGEMENT');
  const missing = await explain({ operation: 'POST /account/users', account: author.id });
  assert.deepEqual([missing.allowed, missing.checks[2]], [false, 'PERMISSION FAILED']);
  const program = await call('POST /account/service-accounts', { body: { name: 'Loader', permissions: ['SVC_OPERATOR'] } });
  const ofProgram = await explain({ operation: REPLACE_TASK, account: program.body.id });
  assert.equal(ofProgram.checks[2], 'PERMISSION PASSED: SERVICE_ACCOUNT Loader');
  assert.deepEqual((await explain({ operation: 'POST /engine/v1/claims' })).checks.slice(2), ['PERMISSION FAILED']);
  assert.deepEqual((await explain({ operation: 'GET /healthz' })).checks, ['PERMISSION PASSED']);
  const disabled = await make.user({ permissions: ['SVC_OPERATOR'], active: false });
  const ofDisabled = await explain({ operation: REPLACE_TASK, account: disabled.id });
  assert.deepEqual([ofDisabled.allowed, ofDisabled.checks[0]], [false, 'ACCOUNT FAILED']);
});

test('explanations.get.reasons', async () => {
  const workspace = await make.workspace();
  const { id } = await make.task({ workspace: workspace.id });
  const START = 'POST /processing/executions';
  const anyone = (held: readonly Permission[], rights: readonly Right[] = []) =>
    make.user({ permissions: held, rights: { [workspace.id]: rights } });
  const reasons = async (query: Record<string, string>) =>
    (await call(ROUTE, { query })).body.checks.map(({ reason, permissions, object, right }: Schema<'AccessCheck'>) =>
      [reason, permissions?.join(' '), object, right].filter((part) => part !== undefined).join(': '),
    );
  const [viewer, runner, outsider] = [
    await anyone(['SVC_OPERATOR'], ['VIEW']),
    await anyone(['SVC_ENGINE_USE'], ['EXECUTE']),
    await anyone([]),
  ];
  const PERMISSIONS_OF_START = 'SVC_OPERATOR SVC_ENGINE_USE';
  for (const [account, ofPermission, ofRight] of [
    [viewer, 'PERMISSION_HELD', 'RIGHT_LACKS'],
    [runner, 'PERMISSION_HELD', 'RIGHT_HELD'],
    [outsider, 'PERMISSION_LACKS', 'OBJECT_HIDDEN'],
  ] as const)
    assert.deepEqual(await reasons({ operation: START, account: account.id, id }), [
      'ACTIVE',
      'NO_ALLOWLIST',
      `${ofPermission}: ${PERMISSIONS_OF_START}`,
      `${ofRight}: task: EXECUTE`,
    ]);
  assert.deepEqual((await reasons({ operation: START })).slice(3), ['OBJECT_NEEDED: task: EXECUTE']);
  assert.deepEqual((await reasons({ operation: START, id: crypto.randomUUID() })).slice(3), ['OBJECT_UNKNOWN: task: EXECUTE']);
  assert.deepEqual((await reasons({ operation: `PUT /orchestration/workspaces/${workspace.id}` })).slice(2), [
    'NO_PERMISSION',
    'RIGHT_REPLACED: workspace: MANAGE',
  ]);
  assert.deepEqual(await reasons({ operation: 'GET /healthz' }), ['PUBLIC']);
  assert.deepEqual((await reasons({ operation: 'POST /engine/v1/claims' })).slice(2), ['ENGINES_ONLY']);
  const disabled = await make.user({ active: false });
  assert.equal((await reasons({ operation: START, account: disabled.id }))[0], 'DISABLED');
});

test('explanations.get.scopes', async () => {
  for (const [operation, scopes] of [
    [REPLACE_TASK, ['classic_service.svc_operator']],
    ['GET /security/ip-allowlist', ['admin.ip-policies', 'classic_service.svc_user_management']],
    ['POST /engine/v1/claims', []],
    ['GET /healthz', []],
  ] as const)
    assert.deepEqual((await explain({ operation })).scopes, scopes);
});

test('explanations.get.hidden', async () => {
  const workspace = await make.workspace();
  const { id } = await make.task({ workspace: workspace.id });
  const outsider = await make.user({ permissions: ['SVC_OPERATOR'] });
  const elsewhere = await make.workspace({ tenant: await make.otherTenant() });
  const foreign = (await make.task({ workspace: elsewhere.id })).id;
  const answers = [];
  for (const one of [id, foreign, crypto.randomUUID()]) {
    const { allowed, checks, messages } = await explain({ operation: REPLACE_TASK, id: one }, { token: outsider.token });
    answers.push({ allowed, checks, message: messages[3].replace(one, 'the id') });
  }
  assert.deepEqual([answers[0]?.allowed, answers[0]?.checks[3]], [false, 'RIGHT FAILED']);
  assert.deepEqual([answers[1], answers[2]], [answers[0], answers[0]]);

  // A question about another account, which may see the object.
  const author = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['AUTHOR'] } });
  const { token } = await make.user({ permissions: ['SVC_USER_MANAGEMENT'] });
  for (const one of [id, foreign, crypto.randomUUID()])
    assertRefused(await call(ROUTE, { token, query: { operation: REPLACE_TASK, account: author.id, id: one } }), 404, 'not_found');
});

test('explanations.get.open', async () => {
  const tenant = await make.otherTenant();
  const { token } = await make.user({ tenant, permissions: PERMISSIONS });
  const move = `PUT /orchestration/connections/{connectionId}/move/{targetWorkspaceId}`;
  const unnamed = await explain({ operation: move }, { token });
  assert.deepEqual(unnamed.checks.slice(3), ['RIGHT NOT_CHECKED', 'RIGHT NOT_CHECKED']);
  assert.match(unnamed.messages[4], /AUTHOR on the workspace: send the id/);
  assert.deepEqual(['id' in unnamed, unnamed.allowed], [false, true]);

  const query = (address?: string) => ({ operation: 'GET /orchestration/workspaces', ...(address !== undefined && { address }) });
  assert.deepEqual((await explain(query('203.0.113.7'), { token })).checks[1], 'ADDRESS PASSED', 'no allowlist');
  const ips = [
    { description: 'Berlin office', ip: '203.0.113.0/24' },
    { description: 'All of it', ip: '203.0.0.0/8' },
    { description: 'Six', ip: '2001:db8::/32' },
  ];
  await call('POST /security/ip-allowlist', { token, body: { enabled: false, ips } });
  assert.deepEqual((await explain(query('198.51.100.1'), { token })).checks[1], 'ADDRESS PASSED', 'a disabled allowlist');
  await call('PATCH /security/ip-allowlist', { token, body: { enabled: true }, headers: { 'x-forwarded-for': '203.0.113.7' } });
  const at = { token, headers: { 'x-forwarded-for': '203.0.113.7' } };
  const checked = async (address?: string): Promise<string | undefined> => (await explain(query(address), at)).checks[1];
  assert.equal(await checked(), 'ADDRESS NOT_CHECKED');
  assert.equal(await checked('203.0.113.7'), 'ADDRESS PASSED: ADDRESS_ENTRY Berlin office, ADDRESS_ENTRY All of it');
  assert.equal(await checked('::ffff:203.0.113.7'), 'ADDRESS PASSED: ADDRESS_ENTRY Berlin office, ADDRESS_ENTRY All of it');
  assert.equal(await checked('2001:db8::7'), 'ADDRESS PASSED: ADDRESS_ENTRY Six');
  assert.equal(await checked('198.51.100.1'), 'ADDRESS FAILED');
  assert.equal((await explain(query('198.51.100.1'), at)).allowed, false);
  assert.equal(await checked('127.0.0.1'), 'ADDRESS PASSED');
  for (const address of ['nonsense', '203.0.113.0/24', '1.2.3', 'x'])
    assertRefused(await call(ROUTE, { ...at, query: query(address) }), 400, 'malformed_request');
});
