/** The content of the fixture of a release: a small install with persistent objects of each kind, and answers of its API. */
import assert from 'node:assert/strict';
import { runTimer } from './background.ts';
import { publication, shellBundle } from './bundles.ts';
import { sql } from '../../src/core/database/sql.ts';
import { engineWithCredential } from './engine.ts';
import type { TestServer } from './server.ts';

/** Tokens and ids of the install, and answers of its API. */
export type Scene = {
  token: string;
  engine: { id: string; credential: string };
  task: string;
  plan: string;
  /** An execution that waits for an engine during the upgrade. */
  waiting: string;
  /** The hash of the bundle of the tasks. */
  bundle: string;
  /** The path of a webhook. */
  hook: string;
  /** Answers of the API. A later version must answer at least the same fields. */
  answers: readonly { route: string; body: unknown }[];
};

/** Creates the content through the API, and reads it. */
export async function makeScene(server: TestServer): Promise<Scene> {
  const { call, make, platform } = server;
  const request = async (route: string, body?: object, more: object = {}) => {
    const answer = await call(route, { ...(body && { body }), ...more });
    assert.ok(answer.status < 300, `${route}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const token: string = (await request('POST /account/personal-access-tokens', { name: 'fixture' })).token;
  const environment = (await request('POST /orchestration/environments', { name: 'Production', workspaceName: 'Sales' })).id as string;
  const workspaces: { id: string; environment: { id: string } }[] = await request('GET /orchestration/workspaces');
  const workspaceId = workspaces.find((workspace) => workspace.environment.id === environment)?.id ?? assert.fail('no workspace');
  const user = await make.user({ rights: { [workspaceId]: ['VIEW', 'EXECUTE'] } });
  await request('POST /account/groups', { name: 'Operators', userIds: [user.id] });

  const connection = await request('POST /orchestration/connections', {
    name: 'warehouse',
    workspaceId,
    app: 'http',
    parameters: [{ name: 'password', value: 'kept-encrypted', encrypted: true }],
  });
  const version: string = (
    await request('POST /orchestration/artifacts', undefined, {
      form: publication(
        { workspaceId, name: 'load' },
        await shellBundle('echo done', { parameters: [{ name: 'resource_webhook_payload' }] }),
      ),
    })
  ).version;
  const artifact = { id: (await request('GET /orchestration/artifacts?name=load')).items[0].id as string, version };
  const newTask = async (name: string, trigger: object): Promise<{ id: string; config: { trigger: { webhook?: { url: string } } } }> => {
    const { id } = await request('POST /orchestration/executables/tasks', { name, workspaceId, environmentId: environment, artifact });
    const config = await request(`PUT /orchestration/executables/tasks/${id}/run-config`, {
      trigger,
      runtime: { type: 'CLOUD' },
      parallelExecutionAllowed: true,
    });
    return { id, config };
  };
  const task = await newTask('by hand', { type: 'MANUAL' });
  const hooked = await newTask('by a call', { type: 'WEBHOOK', webhook: { name: 'arrived' } });
  const scheduled = await newTask('by a schedule', { type: 'MANUAL' });
  const schedule = await request('POST /orchestration/schedules', {
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
  await request(`PUT /orchestration/executables/tasks/${scheduled.id}/schedule`, { scheduleId: schedule.id });
  const plan = await request('POST /orchestration/executables/plans', {
    name: 'all of it',
    workspaceId,
    steps: [{ name: 'first', taskIds: [task.id], condition: 'ALL_SUCCEEDED' }],
  });

  const engine = await make.engine({ environment, name: 'beside the data' });
  const agent = engineWithCredential(server, engine.id, engine.credential);
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
  const startTask = () => request('POST /processing/executions', { executable: task.id });
  const ended = await run(startTask, 'EXECUTION_SUCCESS');
  const failed = await run(startTask, 'EXECUTION_FAILED');
  let planExecution = '';
  await run(
    async () => (planExecution = (await request('POST /processing/executions/plans', { executable: plan.id })).executionId),
    'EXECUTION_SUCCESS',
  );
  await runTimer(platform, 'advance-plans');
  // An execution that waits for an engine during the upgrade.
  const waiting: string = (await startTask()).executionId;

  const routes = [
    'GET /account/me',
    `GET /orchestration/connections/${connection.id}`,
    `GET /orchestration/executables/tasks/${task.id}`,
    `GET /orchestration/executables/tasks/${task.id}/run-config`,
    `GET /orchestration/executables/tasks/${hooked.id}`,
    `GET /orchestration/executables/plans/${plan.id}`,
    `GET /orchestration/schedules/${schedule.id}`,
    `GET /orchestration/executables/tasks/${scheduled.id}/schedule`,
    ...[ended, failed, waiting].map((id) => `GET /processing/executions/${id}`),
    ...[ended, failed].map((id) => `GET /monitoring/executions/${id}/logs?order=ASC`),
    `GET /processing/executions/plans/${planExecution}`,
    `GET /processing/executions/plans/${planExecution}/steps`,
  ];
  const answers: { route: string; body: unknown }[] = [];
  for (const route of routes) answers.push({ route, body: await request(route, undefined, { token }) });
  const hook = hooked.config.trigger.webhook?.url.slice(server.url.length) ?? assert.fail('no webhook');
  const { hash: bundle } = await platform.db.reader.only<{ hash: string }>(sql`select hash from blob`);
  return { token, engine, task: task.id, plan: plan.id, waiting, bundle, hook, answers };
}
