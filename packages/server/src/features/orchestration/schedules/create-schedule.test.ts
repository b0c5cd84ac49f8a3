import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { requiresOneOf, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /orchestration/schedules';
const server = await startTestServer();
const { call, make } = server;

const workspace = await make.workspace();
const environmentId = workspace.environment;
const trigger = {
  name: 'nightly',
  type: 'CRON',
  cronExpression: '30 2 ? * MON-FRI',
  timeZone: 'Europe/Paris',
  startDate: '2026-01-01',
  timeout: 30,
};
const read = async (scheduleId: string) => (await call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId } })).body;

test('creates a schedule with its trigger', async () => {
  const { status, body } = await call(ROUTE, { body: { environmentId, description: 'Nightly load', trigger } });
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body), ['id']);
  assert.deepEqual(await read(body.id), { id: body.id, description: 'Nightly load', environmentId, triggers: [trigger] });
});

test('schedules.create.orphan', async () => {
  const { body } = await call(ROUTE, { body: { environmentId, trigger } });
  const schedule = await read(body.id);
  assert.equal('executableId' in schedule, false);
  assert.equal('description' in schedule, false);
});

test('a missing start date is the day of the request', async () => {
  const { body } = await call(ROUTE, {
    body: { environmentId, trigger: { name: 'noon', type: 'DAILY', interval: 2, startTime: '12:00', startDate: null } },
  });
  const [stored] = (await read(body.id)).triggers;
  assert.match(stored.startDate, /^\d{4}-\d{2}-\d{2}$/);
});

test('schedules.2.permission', async () => {
  const { token } = await make.user({ permissions: ['SVC_ENVIRONMENT_MANAGEMENT'], rights: { [workspace.id]: ['EXECUTE'] } });
  await leavesNothing(server, ROUTE, { token, body: { environmentId, trigger } }, 403, 'forbidden', 'schedule', 'time_trigger');
});

test('schedules.2.executor', async () => {
  await make.workspace({ environment: environmentId });
  const needs = { workspace: workspace.id, permission: 'SVC_OPERATOR', right: 'EXECUTE' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, body: { environmentId, trigger } }), 201);
  const elsewhere = await make.workspace();
  const { token } = await make.user({
    permissions: ['SVC_OPERATOR'],
    rights: { [elsewhere.id]: ['EXECUTE'], [workspace.id]: ['VIEW', 'AUTHOR'] },
  });
  await leavesNothing(server, ROUTE, { token, body: { environmentId, trigger } }, 403, 'right_missing', 'schedule', 'time_trigger');
});

test('a refused trigger leaves no schedule behind', async () => {
  const refused = async (changes: object, code: string): Promise<string> =>
    (
      await leavesNothing(
        server,
        ROUTE,
        { body: { environmentId, trigger: { ...trigger, ...changes } } },
        400,
        code,
        'schedule',
        'time_trigger',
      )
    ).body.message;
  assert.match(await refused({ cronExpression: '30 2 ? * MON-FOO' }, 'cron_malformed'), /position 14/);
  assert.match(await refused({ cronExpression: '*/5 99 * * ?' }, 'cron_malformed'), /position 5/);
  assert.match(await refused({ timeZone: 'Mars/Olympus' }, 'trigger_invalid'), /timeZone/);
  assert.match(await refused({ startDate: '2026-02-31' }, 'trigger_invalid'), /startDate/);
  assert.match(await refused({ cronExpression: '*/4 * * * ?' }, 'triggers_too_close'), /'nightly' fires less than 5 minutes apart/);
  await refused({ type: 'HOURLY' }, 'malformed_request');
  await refused(
    { type: 'WEEKLY', cronExpression: null, interval: 1, startTime: '06:00', atDays: { type: 'DAY_OF_WEEK', days: ['MOONDAY'] } },
    'malformed_request',
  );
  await refused({ type: 'DAILY', cronExpression: null, interval: 0 }, 'malformed_request');
  await refused({ name: ' ' }, 'malformed_request');
});

test('an unknown environment is not found', async () => {
  assertRefused(await call(ROUTE, { body: { environmentId: newId(), trigger } }), 404, 'not_found');
});
