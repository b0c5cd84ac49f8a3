import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const CREATE = 'POST /api/v1/alerts';
const LIST = 'GET /api/v1/alerts';
const READ = 'GET /api/v1/alerts/{id}';
const CHANGE = 'PATCH /api/v1/alerts/{id}';
const DELETE = 'DELETE /api/v1/alerts/{id}';
const SNOOZE = 'POST /api/v1/alerts/{id}/actions/snooze';
const INCIDENTS = 'GET /api/v1/alerts/incidents';
const TABLES = ['alert_rule', 'notification_transport', 'event_subscription'];
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;

const task = await make.task();
const viewer = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
const stranger = await make.user();
const recipients = { users: [viewer.id] };
const failed = { name: 'Load', condition: 'run_failed', taskId: task.id, recipients };

const create = async (body: object, { token } = viewer): Promise<Answer['body']> => {
  const { status, body: made } = await call(CREATE, { token, body });
  assert.equal(status, 201, JSON.stringify(made));
  assert.deepEqual((await call(READ, { token, path: { id: made.id } })).body, made);
  return made;
};
const refuses = (body: object, status = 400, code = 'malformed_request', { token } = viewer) =>
  leavesNothing(server, CREATE, { token, body }, status, code, ...TABLES);
const typesOf = async (account: string): Promise<string[]> =>
  (
    await platform.db.reader.rows<{ type: string }>(sql`select type from event_subscription where subscriber_id = ${account} order by type`)
  ).map(({ type }) => type);

test('alerts.create.right', async () => {
  const { workspace } = task;
  const { environment } = await platform.db.reader.only<{ environment: string }>(sql`
    select environment_id as environment from workspace where id = ${workspace}`);
  const engine = await make.engine({ environment });
  const plan = await make.plan({ workspace, steps: [[task.id]] });
  const lost = { name: 'Lost', condition: 'engine_lost', recipients };
  const { taskId: _task, ...wide } = failed;
  const bodies = [failed, { ...wide, planId: plan.id }, { ...wide, workspaceId: workspace }, { ...wide, environmentId: environment }];
  for (const body of [...bodies, { ...lost, engineId: engine.id }, { ...lost, environmentId: environment }]) {
    await refuses(body, 404, 'not_found', stranger);
    await create(body);
  }
  await refuses({ ...wide, taskId: newId() }, 404, 'not_found');
});

test('alerts.create.target', async () => {
  const { taskId: _task, ...bare } = failed;
  await refuses(bare);
  await refuses({ ...failed, workspaceId: task.workspace });
  await refuses({ ...failed, condition: 'engine_lost' });
  await refuses({ ...bare, engineId: (await make.engine()).id });
});

test('alerts.create.tag', async () => {
  const { taskId: _task, ...bare } = failed;
  await refuses({ ...failed, tag: 'nightly' });
  await refuses({ ...bare, condition: 'engine_lost', environmentId: task.environment, tag: 'nightly' });
  await refuses({ ...bare, workspaceId: task.workspace, tag: ' ' });
  const { tag } = await create({ ...bare, workspaceId: task.workspace, tag: 'nightly' });
  assert.equal(tag, 'nightly');
});

test('alerts.create.bounds', async () => {
  await refuses({ ...failed, boundSeconds: 60 });
  for (const condition of ['run_long', 'run_absent']) await refuses({ ...failed, condition });
  await refuses({ ...failed, condition: 'run_long', successWithinSeconds: 60 });
  await refuses({ ...failed, condition: 'run_absent', usualFactor: 2 });
  const { id } = await create({ ...failed, condition: 'run_long', usualFactor: 2.5 });
  await leavesNothing(
    server,
    CHANGE,
    { token: viewer.token, path: { id }, body: { successWithinSeconds: 1 } },
    400,
    'malformed_request',
    ...TABLES,
  );
  const { body } = await call(CHANGE, { token: viewer.token, path: { id }, body: { boundSeconds: 9 } });
  assert.deepEqual([body.usualFactor, body.boundSeconds], [2.5, 9]);
});

test('alerts.change.removed', async () => {
  const hours = { from: '22:00', to: '06:00', zone: 'Europe/Berlin' };
  const { id } = await create({ ...failed, condition: 'run_long', usualFactor: 2.5, boundSeconds: 9, quietHours: hours });
  const sent = { token: viewer.token, path: { id } };
  const change = async (body: object): Promise<Answer['body']> => (await call(CHANGE, { ...sent, body })).body;
  const bounds = ({ usualFactor, boundSeconds, quietHours }: Answer['body']) => ({ usualFactor, boundSeconds, quietHours });
  assert.deepEqual(bounds(await change({ name: 'Long' })), { usualFactor: 2.5, boundSeconds: 9, quietHours: hours });
  assert.deepEqual(bounds(await change({ boundSeconds: null })), { usualFactor: 2.5, boundSeconds: undefined, quietHours: hours });
  await leavesNothing(server, CHANGE, { ...sent, body: { usualFactor: null } }, 400, 'malformed_request', ...TABLES);
  assert.deepEqual(bounds(await change({ quietHours: null, usualFactor: null, boundSeconds: 7 })), {
    usualFactor: undefined,
    boundSeconds: 7,
    quietHours: undefined,
  });
  const later = { ...hours, to: '07:30' };
  assert.deepEqual((await change({ quietHours: later, successWithinSeconds: null })).quietHours, later);
});

test('alerts.create.recipients', async () => {
  const abroad = await make.user({ tenant: await make.otherTenant() });
  const service = await make.user({ type: 'SERVICE' });
  await refuses({ ...failed, recipients: {} });
  for (const user of [abroad.id, service.id, newId()]) await refuses({ ...failed, recipients: { users: [user] } }, 404, 'not_found');
  await refuses({ ...failed, recipients: { emails: ['ops@example.com'] } }, 409, 'mail_unavailable');
  await refuses({ ...failed, recipients: { emails: ['a@example.com, b@example.com'] } });
  await refuses({ ...failed, recipients: { transports: [{ type: 'slack' }] } });
  const made = await create({ ...failed, recipients: { transports: [{ type: 'slack', url: 'https://hooks.example.com/secret' }] } });
  const [{ id, ...shown }] = made.recipients.transports;
  assert.deepEqual(shown, { type: 'slack', host: 'hooks.example.com' });
  const kept = { recipients: { users: [viewer.id], transports: [{ id, type: 'slack' }] } };
  const { body } = await call(CHANGE, { token: viewer.token, path: { id: made.id }, body: kept });
  assert.deepEqual(body.recipients, { users: [viewer.id], emails: [], transports: [{ id, ...shown }] });
});

test('alerts.create.zone', async () => {
  const hours = { from: '22:00', to: '06:00', zone: 'Europe/Berlin' };
  await refuses({ ...failed, quietHours: { ...hours, zone: 'Mars/Olympus' } });
  await refuses({ ...failed, quietHours: { ...hours, to: '22:00' } });
  await refuses({ ...failed, quietHours: { ...hours, to: '24:00' } });
  assert.deepEqual((await create({ ...failed, quietHours: hours })).quietHours, hours);
});

test('alerts.create.limit', async () => {
  const user = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
  await platform.db.writer.rows(sql`
    insert into alert_rule (id, tenant_id, owner_id, name, condition, task_id, user_ids, emails, repeat_minutes, enabled)
    select gen_random_uuid(), ${user.tenant}, ${user.id}, 'Full', 'run_failed', ${task.id}, '{}', '{}', 0, false
    from generate_series(1, 149)`);
  await create({ ...failed, recipients: { users: [user.id] } }, user);
  await refuses({ ...failed, recipients: { users: [user.id] } }, 409, 'alerts_limit', user);
});

test('alerts.snooze.moment', async () => {
  const { id } = await create(failed);
  const snooze = (until: string) => call(SNOOZE, { token: viewer.token, path: { id }, body: { until } });
  for (const until of ['0000-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '2030-06-30T23:59:60Z', 'tomorrow'])
    assertRefused(await snooze(until), 400, 'malformed_request');
  const { body } = await snooze('9999-12-31T23:59:59Z');
  assert.equal(body.snoozedUntil, '9999-12-31T23:59:59.000Z');
  assert.ok(!('snoozedUntil' in (await snooze('1970-01-01T00:00:00Z')).body));
});

test('alerts.all.own', async () => {
  const { id } = await create(failed);
  const other = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
  const path = { id };
  const until = '2030-01-01T00:00:00Z';
  for (const [route, body] of [[READ], [CHANGE, { enabled: false }], [DELETE], [SNOOZE, { until }]] as const)
    assertRefused(await call(route, { token: other.token, path, ...(body && { body }) }), 404, 'not_found');
  assert.deepEqual((await call(LIST, { token: other.token })).body.data, []);
  assert.deepEqual((await call(INCIDENTS, { token: other.token, query: { alertId: id } })).body.data, []);
  assert.equal((await call(READ, { token: viewer.token, path })).body.enabled, true);
});

test('the owner waits for events while it has an enabled rule for failures', async () => {
  const user = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
  const { id } = await create(failed, user);
  const types = ['com.service.v1.plan.run.finished', 'com.service.v1.task.run.finished'];
  assert.deepEqual(await typesOf(user.id), types);
  const change = (enabled: boolean) => call(CHANGE, { token: user.token, path: { id }, body: { enabled } });
  await change(false);
  assert.deepEqual(await typesOf(user.id), []);
  await change(true);
  assert.deepEqual(await typesOf(user.id), types);
  assert.equal((await call(DELETE, { token: user.token, path: { id } })).status, 204);
  assert.deepEqual(await typesOf(user.id), []);
});
