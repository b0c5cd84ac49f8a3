/** A small install with some of everything that lasts, and what its API answers: what the fixture of a release holds. */
import assert from 'node:assert/strict';
import { publication, shellBundle } from './bundles.ts';
import { sql } from '../../src/core/database/sql.ts';
import { speakAs } from './engine.ts';
import type { TestServer } from './server.ts';
import { advancePlans } from '../../src/features/processing/plan-executions/timers.ts';

/** Who can call the install, what is in it, and what was answered. */
export type Scene = {
  token: string;
  engine: { id: string; credential: string };
  task: string;
  plan: string;
  /** An execution for which no engine was there when the release was replaced. */
  waiting: string;
  /** The hash of the bundle of the tasks. */
  bundle: string;
  /** The path of a webhook. */
  hook: string;
  /** Answers of the API, each a part of what a later version answers. */
  answers: readonly { route: string; body: unknown }[];
};

/** Makes the install by its API, and reads it. */
export async function makeScene(server: TestServer): Promise<Scene> {
  const { call, make, platform } = server;
  const ask = async (route: string, body?: object, more: object = {}) => {
    const answer = await call(route, { ...(body && { body }), ...more });
    assert.ok(answer.status < 300, `${route}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const token: string = (await ask('POST /account/personal-access-tokens', { name: 'fixture' })).token;
  const environment = (await ask('POST /orchestration/environments', { name: 'Production', workspaceName: 'Sales' })).id as string;
  const workspaces: { id: string; environment: { id: string } }[] = await ask('GET /orchestration/workspaces');
  const workspaceId = workspaces.find((one) => one.environment.id === environment)?.id ?? assert.fail('no workspace');
  const user = await make.user({ rights: { [workspaceId]: ['VIEW', 'EXECUTE'] } });
  await ask('POST /account/groups', { name: 'Operators', userIds: [user.id] });

  const connection = await ask('POST /orchestration/connections', {
    name: 'warehouse',
    workspaceId,
    app: 'http',
    parameters: [{ name: 'password', value: 'kept-encrypted', encrypted: true }],
  });
  const version: string = (
    await ask('POST /orchestration/artifacts', undefined, {
      form: publication(
        { workspaceId, name: 'load' },
        await shellBundle('echo done', { parameters: [{ name: 'resource_webhook_payload' }] }),
      ),
    })
  ).version;
  const artifact = { id: (await ask('GET /orchestration/artifacts?name=load')).items[0].id as string, version };
  const newTask = async (name: string, trigger: object): Promise<{ id: string; config: { trigger: { webhook?: { url: string } } } }> => {
    const { id } = await ask('POST /orchestration/executables/tasks', { name, workspaceId, environmentId: environment, artifact });
    const config = await ask(`PUT /orchestration/executables/tasks/${id}/run-config`, {
      trigger,
      runtime: { type: 'CLOUD' },
      parallelExecutionAllowed: true,
    });
    return { id, config };
  };
  const task = await newTask('by hand', { type: 'MANUAL' });
  const hooked = await newTask('by a call', { type: 'WEBHOOK', webhook: { name: 'arrived' } });
  const planned = await newTask('by a schedule', { type: 'MANUAL' });
  const schedule = await ask('POST /orchestration/schedules', {
    description: 'Nightly',
    environmentId: environment,
    trigger: {
      name: 'at night',
      type: 'DAILY',
      interval: 1,
      startDate: '2026-01-01',
      timeZone: 'Europe/Berlin',
      atTimes: { type: 'AT_TIME', time: '02:30' },
    },
  });
  await ask(`PUT /orchestration/executables/tasks/${planned.id}/schedule`, { scheduleId: schedule.id });
  const plan = await ask('POST /orchestration/executables/plans', {
    name: 'all of it',
    workspaceId,
    steps: [{ name: 'first', taskIds: [task.id], condition: 'ALL_SUCCEEDED' }],
  });

  const engine = await make.engine({ environment, name: 'beside the data' });
  const agent = speakAs(server, engine.id, engine.credential);
  const run = async (start: () => Promise<unknown>, outcome: 'EXECUTION_SUCCESS' | 'EXECUTION_FAILED'): Promise<string> => {
    await start();
    const lease = await agent.claimOne();
    await agent.start(lease, Date.now());
    await agent.log(lease, ['first line', 'last line']);
    await agent.finish(lease, {
      outcome,
      finishedAt: Date.now() + 1500,
      processedRows: 12,
      ...(outcome === 'EXECUTION_FAILED' && { errorType: 'TASK_FAILED', errorMessage: 'It broke.', exitCode: 3 }),
    });
    return lease.executionId;
  };
  const startTask = () => ask('POST /processing/executions', { executable: task.id });
  const ended = await run(startTask, 'EXECUTION_SUCCESS');
  const failed = await run(startTask, 'EXECUTION_FAILED');
  let planExecution = '';
  await run(
    async () => (planExecution = (await ask('POST /processing/executions/plans', { executable: plan.id })).executionId),
    'EXECUTION_SUCCESS',
  );
  await advancePlans.run(platform);
  // One that waits for an engine when the release is replaced.
  const waiting: string = (await startTask()).executionId;

  const routes = [
    'GET /account/me',
    `GET /orchestration/connections/${connection.id}`,
    `GET /orchestration/executables/tasks/${task.id}`,
    `GET /orchestration/executables/tasks/${task.id}/run-config`,
    `GET /orchestration/executables/tasks/${hooked.id}`,
    `GET /orchestration/executables/plans/${plan.id}`,
    `GET /orchestration/schedules/${schedule.id}`,
    `GET /orchestration/executables/tasks/${planned.id}/schedule`,
    ...[ended, failed, waiting].map((id) => `GET /processing/executions/${id}`),
    ...[ended, failed].map((id) => `GET /monitoring/executions/${id}/logs?order=ASC`),
    `GET /processing/executions/plans/${planExecution}`,
    `GET /processing/executions/plans/${planExecution}/steps`,
  ];
  const answers: { route: string; body: unknown }[] = [];
  for (const route of routes) answers.push({ route, body: await ask(route, undefined, { token }) });
  const hook = hooked.config.trigger.webhook?.url.slice(server.url.length) ?? assert.fail('no webhook');
  const { hash: bundle } = await platform.db.reader.only<{ hash: string }>(sql`select hash from blob`);
  return { token, engine, task: task.id, plan: plan.id, waiting, bundle, hook, answers };
}
