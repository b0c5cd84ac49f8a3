import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { endRuns, fanOutEvents, raiseRuns, waitingMessages } from '../../../../test/support/notified.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { openAndNotify } from './notify.ts';

const CREATE = 'POST /api/v1/alerts';
const INCIDENTS = 'GET /api/v1/alerts/incidents';
const SNOOZE = 'POST /api/v1/alerts/{id}/actions/snooze';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const MINUTE = 60_000;
const URL = 'https://hooks.example.com/x';

/** A task, and an owner with a rule for its failures that posts messages. */
async function watched(fields: object = {}, target: 'task' | 'workspace' = 'task') {
  const task = await make.task();
  const owner = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
  const targetField = target === 'task' ? { taskId: task.id } : { workspaceId: task.workspace };
  const recipients = { users: [owner.id], transports: [{ type: 'webhook', url: URL }] };
  const { status, body } = await call(CREATE, {
    token: owner.token,
    body: { name: 'Watch', condition: 'run_failed', ...targetField, recipients, ...fields },
  });
  assert.equal(status, 201, JSON.stringify(body));
  const [transport] = body.recipients.transports;
  const { token } = owner;
  const path = { id: body.id as string };
  return {
    task,
    owner,
    token,
    path,
    incidents: async (): Promise<Answer['body'][]> => (await call(INCIDENTS, { token, query: { alertId: body.id } })).body.data,
    inbox: async (): Promise<string[]> =>
      (await call('GET /api/v1/web-notifications', { token })).body.data.map((one: { body: string }) => one.body).toReversed(),
    /** The phases of the entries in unsent messages for the address of the rule. */
    posted: async () =>
      (await waitingMessages(server))
        .filter(({ receiver }) => receiver === transport.id)
        .map(({ entries, held_until: held }) => ({ phases: entries.map(({ phase }) => phase), isHeld: held !== null })),
    snooze: (until: Date) => call(SNOOZE, { token, path, body: { until: until.toISOString() } }),
  };
}
const watch = () => runTimer(platform, 'watch-alert-conditions');
const plain = (...phases: string[]) => ({ phases, isHeld: false });

test('alerts.incident.once', async () => {
  const { task, incidents, posted } = await watched();
  await endRuns(server, task, {});
  await endRuns(server, task, {}, {}, {});
  const [only, ...others] = await incidents();
  assert.deepEqual([only.failures, only.kind, only.targetId, others], [4, 'task.run.failed', task.id, []]);
  assert.deepEqual(await posted(), [plain('opened')]);
});

test('alerts.incident.once: three transactions at the same moment open one incident and write one message', async () => {
  const { task, path, incidents, posted } = await watched();
  const { environment } = await platform.db.reader.only<{ environment: string }>(sql`
    select environment_id as environment from workspace where id = ${task.workspace}`);
  const incident = {
    rule: path.id,
    target: task.id,
    kind: 'task.run.failed' as const,
    name: 'Load',
    space: task.workspace,
    environment,
    execution: null,
    error: null,
    failures: 1,
  };
  const opened = await Promise.all([1, 2, 3].map(() => platform.db.transaction((tx) => openAndNotify(tx, [incident]))));
  assert.deepEqual(opened.map(({ length }) => length).toSorted(), [0, 0, 1]);
  assert.deepEqual([(await incidents()).map(({ failures }) => failures), await posted()], [[3], [plain('opened')]]);
});

test('alerts.incident.end', async () => {
  const { task, incidents, posted, inbox } = await watched();
  await endRuns(server, task, { status: 'ok' }, { status: 'error' }, { status: 'ok' }, { status: 'error' });
  const ends = (await incidents()).map(({ endedAt }) => typeof endedAt);
  assert.deepEqual(ends.toSorted(), ['string', 'undefined']);
  assert.deepEqual(await posted(), [plain('opened'), plain('ended'), plain('opened')]);
  assert.deepEqual(
    (await inbox()).map((text) => text.replace(/^Task .*? (?=failed|succeeded)/, '')),
    ['failed.', 'succeeded again.', 'failed.'],
  );
});

test('alerts.failed.status', async () => {
  const { task, incidents } = await watched();
  const byPerson = { executionStatus: 'EXECUTION_TERMINATED' };
  await endRuns(server, task, byPerson);
  assert.deepEqual(await incidents(), []);
  await endRuns(server, task, {}, byPerson);
  assert.equal((await incidents())[0].endedAt, undefined);
});

test('alerts.failed.plans', async () => {
  const { task, incidents } = await watched({}, 'workspace');
  await endRuns(server, task, { planExecution: newId() });
  assert.deepEqual(await incidents(), []);
  await endRuns(server, task, {});
  assert.equal((await incidents()).length, 1);
});

test('alerts.create.tag: a rule for a tag counts failures of its tasks, also within plans, and no plans', async () => {
  const { task, owner, token, incidents } = await watched({ tag: 'nightly' }, 'workspace');
  const tagged = await make.task({ workspace: task.workspace, tags: ['nightly', 'sales'] });
  await endRuns(server, task, {}, { planExecution: newId() });
  assert.deepEqual(await incidents(), []);
  await endRuns(server, tagged, { planExecution: newId() });
  assert.deepEqual(
    (await incidents()).map(({ targetId }) => targetId),
    [tagged.id],
  );
  const inEnvironment = await call(CREATE, {
    token,
    body: { name: 'All', condition: 'run_failed', environmentId: task.environment, tag: 'sales', recipients: { users: [owner.id] } },
  });
  assert.deepEqual([inEnvironment.status, inEnvironment.body.tag], [201, 'sales']);
  await endRuns(server, tagged, {});
  await endRuns(server, task, {});
  const { body } = await call(INCIDENTS, { token, query: { alertId: inEnvironment.body.id } });
  assert.deepEqual(
    body.data.map(({ targetId }: { targetId: string }) => targetId),
    [tagged.id],
  );
});

test('alerts.tell.grouped', async () => {
  const { task, posted, incidents } = await watched({}, 'workspace');
  await raiseRuns(server, task, {});
  await raiseRuns(server, await make.task({ workspace: task.workspace }), {});
  await fanOutEvents(server);
  assert.equal((await incidents()).length, 2);
  assert.deepEqual(await posted(), [plain('opened', 'opened')]);
});

test('alerts.tell.snoozed', async () => {
  const { task, posted, snooze, inbox } = await watched();
  await snooze(new Date(Date.now() + 60 * MINUTE));
  await endRuns(server, task, {});
  await watch();
  assert.deepEqual([await posted(), await inbox()], [[], []]);
  await snooze(new Date(Date.now() - MINUTE));
  await watch();
  await watch();
  assert.deepEqual(await posted(), [plain('opened')]);
  await snooze(new Date(Date.now() + 60 * MINUTE));
  await endRuns(server, task, { status: 'ok' }, {}, { status: 'ok' });
  assert.deepEqual(await posted(), [plain('opened'), plain('ended')], 'the end of the reported incident, and nothing of the other one');
});

test('alerts.tell.quiet', async () => {
  const time = (minutes: number): string => new Date(Date.now() + minutes * MINUTE).toISOString().slice(11, 16);
  const inQuiet = await watched({ quietHours: { from: time(-60), to: time(60), zone: 'UTC' } });
  const outside = await watched({ quietHours: { from: time(60), to: time(120), zone: 'UTC' } });
  for (const { task } of [inQuiet, outside]) await endRuns(server, task, {}, { status: 'ok' }, {});
  assert.deepEqual(await inQuiet.posted(), [{ phases: ['opened', 'ended', 'opened'], isHeld: true }]);
  assert.deepEqual(await outside.posted(), [plain('opened'), plain('ended'), plain('opened')]);
  assert.equal((await inQuiet.inbox()).length, 3, 'quiet hours do not delay entries of an inbox');
  const [job] = await platform.db.reader.rows<{ waits: boolean }>(sql`
    select j.run_at > now() + interval '50 minutes' as waits
    from graphile_worker._private_jobs j
    where j.payload ->> 'message' in (select id::text from notification_message where held_until is not null)`);
  assert.deepEqual(job, { waits: true });
});

test('an open incident is reported again after the minutes of its rule', async () => {
  const { task, posted, path } = await watched({ repeatMinutes: 5 });
  await endRuns(server, task, {});
  await watch();
  await platform.db.writer.rows(sql`update alert_incident set told_at = told_at - interval '6 minutes' where rule_id = ${path.id}`);
  await watch();
  await watch();
  assert.deepEqual(await posted(), [plain('opened'), plain('repeated')]);
});

test('a rule whose owner lost VIEW opens nothing', async () => {
  const { task, owner, incidents, posted } = await watched();
  await platform.db.writer.rows(sql`delete from workspace_right where account_id = ${owner.id}`);
  await endRuns(server, task, {});
  assert.deepEqual([await incidents(), await posted()], [[], []]);
});
