/** Notifications and alerts of events that the features raise themselves: plan executions, misfires, engines that are lost and back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { fanOutEvents, waitingMessages } from '../../../../test/support/notified.ts';
import { createStage } from '../../../../test/support/plan-runs.ts';
import { startTestServer } from '../../../../test/support/server.ts';

// Without timers, so that only the test runs them.
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const { db } = platform;
const KINDS = ['task.run.failed', 'task.run.succeeded', 'plan.run.failed', 'plan.run.succeeded', 'engine.lost', 'engine.back'];
const transports = [{ type: 'webhook', url: 'https://hooks.example.com/x' }];

/** A workspace with an engine, and a reader of it that subscribes to all kinds and has a rule for failures. */
async function subscribedStage() {
  const stage = await createStage(server);
  const { token } = await make.user({ rights: { [stage.workspace.id]: ['VIEW'] } });
  const { status, body } = await call('PUT /api/v1/notifications/subscriptions', {
    token,
    // On a slow machine, engines of other tests may be lost, too.
    body: { data: KINDS.map((kind) => ({ kind, transports, ...(kind.startsWith('engine') && { engineId: stage.engine.id }) })) },
  });
  assert.equal(status, 200, JSON.stringify(body));
  const rule = await call('POST /api/v1/alerts', {
    token,
    body: { name: 'Failures', condition: 'run_failed', workspaceId: stage.workspace.id, recipients: { transports } },
  });
  assert.equal(rule.status, 201, JSON.stringify(rule.body));
  const receivers = new Set<string>(body.data.map((one: { transports: { id: string }[] }) => one.transports[0]?.id));
  const alertReceiver = rule.body.recipients.transports[0].id as string;
  const seen = new Set<string>();

  /** Runs the fan-out, and returns the new messages: those of the subscriptions by kind, and those of the rule with their phase. */
  async function messages(): Promise<string[]> {
    await fanOutEvents(server);
    const messages = (await waitingMessages(server)).filter(
      ({ id, receiver }) => !seen.has(id) && (receivers.has(receiver) || receiver === alertReceiver),
    );
    for (const { id } of messages) seen.add(id);
    return messages
      .map(({ receiver, entries }) => {
        const facts = entries.map(({ kind, phase, name }) => [phase, kind, name].filter(Boolean).join(' '));
        return `${receiver === alertReceiver ? 'alert' : 'notification'}: ${facts.join(', ')}`;
      })
      .toSorted();
  }
  const incidents = async () => (await call('GET /api/v1/alerts/incidents', { token })).body.data;
  return { ...stage, messages, incidents };
}

const taskNamed = async (id: string): Promise<string> =>
  (await call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: id } })).body.name;
const planNamed = async (id: string): Promise<string> =>
  (await call('GET /orchestration/executables/plans/{planId}', { path: { planId: id } })).body.name;

test('the end of a plan execution is reported once, as that of the plan and of its task', async () => {
  const stage = await subscribedStage();
  const [task = ''] = await stage.tasks(1);
  const plan = await stage.plan([{ tasks: [task] }]);
  const [taskName, planName] = [await taskNamed(task), await planNamed(plan)];
  await stage.start(plan);
  await stage.finish(await stage.claimAll(), { [task]: 'EXECUTION_FAILED' });
  assert.deepEqual(await stage.messages(), [
    `alert: opened plan.run.failed ${planName}`,
    `notification: plan.run.failed ${planName}`,
    `notification: task.run.failed ${taskName}`,
  ]);
  await stage.start(plan);
  await stage.finish(await stage.claimAll());
  assert.deepEqual(await stage.messages(), [
    `alert: ended plan.run.failed ${planName}`,
    `notification: plan.run.succeeded ${planName}`,
    `notification: task.run.succeeded ${taskName}`,
  ]);
  assert.deepEqual(await stage.messages(), []);
});

test('a plan execution that misfires raises misfired and finished, and is reported once', async () => {
  const stage = await subscribedStage();
  const [task = '', other = ''] = await stage.tasks(2);
  const busy = await stage.plan([{ tasks: [other] }]);
  await stage.start(busy);
  const plan = await stage.plan([{ tasks: [task], handler: { plans: [busy] } }]);
  await stage.start(plan);
  const claimed = (await stage.claimAll()).filter(({ taskId }) => taskId === task);
  await stage.finish(claimed, { [task]: 'EXECUTION_FAILED' });
  const [busyName, planName] = [await planNamed(busy), await planNamed(plan)];
  // Events that are fanned out together are one message with an entry for each.
  const ofPlan = (await stage.messages()).filter((one) => one.includes('plan.run'));
  const [alert, notification] = ['opened ', ''].map((phase) =>
    [busyName, planName].map((name) => `${phase}plan.run.failed ${name}`).toSorted(),
  );
  assert.deepEqual(
    ofPlan.map((one) =>
      one
        .replace(/^\w+: /, '')
        .split(', ')
        .toSorted(),
    ),
    [alert, notification],
  );
  assert.deepEqual(
    (await stage.incidents()).map(({ failures }: { failures: number }) => failures),
    [1, 1],
  );
});

test('a task execution that misfires raises misfired and finished, and is reported once', async () => {
  const stage = await subscribedStage();
  const [task = ''] = await stage.tasks(1);
  const start = () => call('POST /processing/executions', { body: { executable: task } });
  for (let number = 0; number <= 50; number += 1) assert.equal((await start()).status, 201);
  const name = await taskNamed(task);
  assert.deepEqual(await stage.messages(), [`alert: opened task.run.failed ${name}`, `notification: task.run.failed ${name}`]);
  assert.deepEqual(
    (await stage.incidents()).map(({ failures }: { failures: number }) => failures),
    [1],
  );
});

test('an engine that is lost and back is reported once each', async () => {
  const stage = await subscribedStage();
  const { id } = stage.engine;
  await stage.engine.heartbeat();
  await db.writer.rows(sql`update engine set last_beat_at = now() - interval '1 hour' where id = ${id}`);
  await db.writer.rows(sql`update api_presence set since = now() - interval '2 hours', seen_at = now()`);
  await Promise.all([runTimer(platform, 'mark-lost-engines'), runTimer(platform, 'mark-lost-engines')]);
  const { body } = await call('GET /processing/runtimes/remote-engines/{id}', { path: { id } });
  assert.deepEqual(await stage.messages(), [`notification: engine.lost ${body.name}`]);
  await Promise.all([stage.engine.heartbeat(), stage.engine.heartbeat()]);
  assert.deepEqual(await stage.messages(), [`notification: engine.back ${body.name}`]);
  await stage.engine.heartbeat();
  assert.deepEqual(await stage.messages(), []);
});

test('notifications.send.last-attempt', async () => {
  const stage = await subscribedStage();
  const [task = ''] = await stage.tasks(1);
  const body = { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' }, retry: { attempts: 2, waitSeconds: 0 } };
  assert.equal((await call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: task }, body })).status, 200);
  assert.equal((await call('POST /processing/executions', { body: { executable: task } })).status, 201);
  await stage.finish(await stage.claimAll(), { [task]: 'EXECUTION_FAILED' });
  assert.deepEqual(await stage.messages(), [], 'a further attempt follows');
  await stage.finish(await stage.claimAll(), { [task]: 'EXECUTION_FAILED' });
  const name = await taskNamed(task);
  assert.deepEqual(await stage.messages(), [`alert: opened task.run.failed ${name}`, `notification: task.run.failed ${name}`]);
});
