/** The demonstration in a home folder of its own, with a plan and schedules, for the pictures of the pages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type Client } from '@millrace/contract/client';
import { writeZip } from '../../examples/pack.ts';
import { root } from '../house/source-files.ts';
import type { DemoIds } from './picture-list.ts';

const POLL_MILLISECONDS = 500;
/** Further runs of each task, so that the timeline of the start page is not empty. */
const FURTHER_RUNS = 4;

/** The demonstration that runs: its address, the link that sets the password, and what it contains. */
export type DemoSite = { url: string; passwordLink: string; ids: DemoIds; stop(): Promise<void> };

/** Starts `npm start -- --demo` in a new folder, and adds a plan and schedules through the API. */
export async function startDemoSite(): Promise<DemoSite> {
  const home = await mkdtemp(join(tmpdir(), 'millrace-pictures-'));
  // The database of a start by root runs as another user, which must be able to enter the folder.
  await chmod(home, 0o711);
  const child = spawn(process.execPath, [join(root, 'scripts/launch.mjs'), 'start', '--demo'], {
    cwd: root,
    env: { ...withoutSettings(), MILLRACE_HOME: home, MILLRACE_PORT: '0', MILLRACE_METRICS_PORT: 'none' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'close');
    }
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const output = await untilServing(child);
    const url = /Console +(\S+)/.exec(output)?.[1];
    if (url === undefined) throw new Error(`The demonstration serves no console:\n${output}`);
    const read = async (name: string): Promise<string> => (await readFile(join(home, name), 'utf8')).trim();
    const client = createClient({ baseUrl: url, token: await read('admin.token') });
    return { url, passwordLink: await read('admin.link'), ids: await addObjects(client, home), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the environment without settings of Millrace: the demonstration must not use the database or port of another install. */
const withoutSettings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(MILLRACE_|DATABASE_URL$)/.test(name)));

/** Waits until the demonstration serves, and returns its output up to then. Its later output is read too, because a full pipe would block it. */
async function untilServing(child: ReturnType<typeof spawn>): Promise<string> {
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    output += text;
  });
  while (!output.includes('Serving until')) {
    if (child.exitCode !== null) throw new Error(`The demonstration has ended before it served:\n${output}`);
    await wait(POLL_MILLISECONDS);
  }
  return output;
}

/** Adds a plan with a run, runs of its tasks, and schedules. */
async function addObjects(client: Client, home: string): Promise<DemoIds> {
  const { body: tasks } = await client.call('GET /orchestration/executables/tasks', { query: { limit: 100 } });
  const taskNamed = (name: string) => {
    const task = tasks.items.find((listed) => listed.name === name);
    if (!task) throw new Error(`The demonstration has no task ${name}: read above why its example was skipped.`);
    return { id: task.executable, workspaceId: task.workspace.id ?? '', environmentId: task.workspace.environment?.id ?? '' };
  };
  const [load, hello] = [taskNamed('load-airports'), taskNamed('shell')];
  const { body: plan } = await client.call('POST /orchestration/executables/plans', {
    body: {
      name: 'Nightly load',
      workspaceId: hello.workspaceId,
      steps: [
        { name: 'Load', taskIds: [load.id], condition: 'ALL_SUCCEEDED', handlerOnFailure: { taskIds: [hello.id] } },
        { name: 'Report', taskIds: [hello.id], condition: 'ALL_SUCCEEDED' },
      ],
    },
  });
  await client.call('PUT /orchestration/executables/plans/{planId}/run-config', {
    path: { planId: plan.id },
    body: { trigger: { type: 'DAILY', interval: 1, startDate: today(), startTime: '02:30', timeZone: 'Europe/Berlin' } },
  });
  const hourly = { type: 'AT_INTERVALS', startTime: '06:15', endTime: '20:15', interval: 120 } as const;
  await client.call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    path: { taskId: hello.id },
    body: {
      trigger: { type: 'DAILY', interval: 1, startDate: today(), timeZone: 'UTC', atTimes: hourly },
      runtime: { type: 'CLOUD' },
      logLevel: 'INFO',
      parallelExecutionAllowed: true,
    },
  });
  for (let count = 0; count < FURTHER_RUNS; count += 1)
    for (const { id } of [hello, load])
      await untilEnded(client, (await client.call('POST /processing/executions', { body: { executable: id } })).body.executionId);
  const { body: planRun } = await client.call('POST /processing/executions/plans', { body: { executable: plan.id } });
  await untilPlanEnded(client, planRun.executionId);
  const failing = await addFailingTask(client, home, hello);
  const { body: connection } = await client.call('POST /orchestration/connections', {
    body: {
      name: 'warehouse',
      workspaceId: hello.workspaceId,
      app: 'postgresql',
      parameters: [
        { name: 'host', value: 'warehouse.example.com', encrypted: false },
        { name: 'user', value: 'loader', encrypted: false },
        { name: 'password', value: 'the-first-password', encrypted: true },
      ],
    },
  });
  const { body: runs } = await client.call('GET /processing/executables/tasks/{taskId}/executions', { path: { taskId: load.id } });
  const { body: datasets } = await client.call('GET /datasets', { query: { serviceQlQuery: `technicalName contains 'airports'` } });
  const run = runs.items.find(({ executionStatus }) => executionStatus === 'EXECUTION_REJECTED') ?? runs.items[0];
  const dataset = datasets[0]?.id;
  if (run?.executionId === undefined || dataset === undefined)
    throw new Error('The demonstration has no run of load-airports or no dataset.');
  return { run: run.executionId, planRun: planRun.executionId, task: load.id, dataset, ...failing, connection: connection.id };
}

/** Publishes the job of the how-to guides, runs its task, which fails, and publishes a newer version. */
async function addFailingTask(
  client: Client,
  home: string,
  { workspaceId, environmentId }: { workspaceId: string; environmentId: string },
): Promise<{ failingTask: string; failedRun: string }> {
  const publish = async (version: string, script: string): Promise<void> => {
    const zip = join(home, `count-stock-${version}.zip`);
    await writeZip(zip, [
      { name: 'millrace.json', content: JSON.stringify({ name: 'count-stock', version, run: ['sh', 'count.sh'] }) },
      { name: 'count.sh', content: script },
    ]);
    const form = new FormData();
    form.append('artifact', JSON.stringify({ workspaceId, name: 'count-stock' }));
    form.append('file', new Blob([await readFile(zip)], { type: 'application/zip' }), 'count-stock.zip');
    await client.call('POST /orchestration/artifacts', { form });
  };
  await publish('1.0.0', 'echo "Reading 12 shelves."\necho "ERROR: Shelf 7 has no label." >&2\nexit 3\n');
  const { body: artifacts } = await client.call('GET /orchestration/artifacts', { query: { name: 'count-stock' } });
  const { body: task } = await client.call('POST /orchestration/executables/tasks', {
    body: { name: 'count-stock', environmentId, workspaceId, artifact: { id: artifacts.items[0]?.id ?? '', version: '1.0.0' } },
  });
  await client.call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    path: { taskId: task.id },
    body: { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' }, logLevel: 'INFO', parallelExecutionAllowed: false, timeout: 30 },
  });
  const { body: run } = await client.call('POST /processing/executions', { body: { executable: task.id } });
  await untilEnded(client, run.executionId);
  await publish('1.1.0', 'echo "Reading 12 shelves."\n');
  return { failingTask: task.id, failedRun: run.executionId };
}

const today = (): string => new Date().toISOString().slice(0, 10);

async function untilEnded(client: Client, executionId: string): Promise<void> {
  while ((await client.call('GET /processing/executions/{executionId}', { path: { executionId } })).body.finishTimestamp === undefined)
    await wait(POLL_MILLISECONDS);
}

async function untilPlanEnded(client: Client, planExecutionId: string): Promise<void> {
  const route = 'GET /processing/executions/plans/{planExecutionId}';
  while ((await client.call(route, { path: { planExecutionId } })).body.status === 'executing') await wait(POLL_MILLISECONDS);
}
