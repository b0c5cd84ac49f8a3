/** The demonstration: publishes the examples, runs them, and prints their status and log while they run. It only uses the public API. */
import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError, createClient, type Client } from '@millrace/contract/client';
import type { Running } from '../../packages/server/src/start.ts';
import { crawlDemo } from './crawl-demo.ts';
import { demoDatabase } from './demo-database.ts';
import { demoExamples } from './demo-examples.ts';
import { commandLineText } from '../../packages/server/src/core/base/operator-command-text.ts';

/** Log lines that are printed per poll. If a run writes more between two polls, only the newest are printed. */
const LINES_PER_POLL = 12;
const POLL_MILLISECONDS = 100;
/** The most polls for the engine that starts with the server. */
const ENGINE_POLLS = 200;

type DemoTarget = { workspaceId: string; environmentId: string };

/** Runs every example that can be built on this machine. `hasEngine`: an engine starts with the server, so the demo waits for it. */
export async function runDemo({ url, tokenFile, toolsUrl }: Running, hasEngine: boolean): Promise<void> {
  const client = createClient({ baseUrl: url, token: (await readFile(tokenFile ?? '', 'utf8')).trim() });
  if (!(await untilEngineAvailable(client, hasEngine))) return;
  const database = await demoDatabase(toolsUrl);
  if ('reason' in database) console.log(`load-airports will be skipped: ${database.reason}`);
  const built = await demoExamples();
  const target = await sharedWorkspace(client);
  for (const { name, zip, skipped } of built) {
    console.log(`\n── ${name} ${'─'.repeat(Math.max(1, 70 - name.length))}`);
    const noDatabase = name === 'load-airports' && 'reason' in database ? database.reason : undefined;
    if (zip === undefined || noDatabase !== undefined) {
      console.log(`Skipped: ${noDatabase ?? skipped}`);
      continue;
    }
    const version = await publish(client, target, name, zip);
    console.log(`Published artifact ${name} ${version.version}`);
    const parameters = name === 'load-airports' && 'url' in database ? { database_url: database.url } : {};
    const task = await saveTask(client, target, name, version, parameters);
    await run(client, task, name);
    if (name !== 'load-airports') continue;
    console.log('\nOnce more, with the parameter strict=true: its rules reject rows, and the outcome shows that');
    await run(client, task, name, { strict: 'true' });
    if ('url' in database) await crawlDemo(client, target.workspaceId, database.url);
  }
}

async function run(client: Client, executable: string, name: string, parameters: Record<string, string> = {}): Promise<void> {
  const { body } = await client.call('POST /processing/executions', { body: { executable, parameters } });
  console.log(`Task ${name} runs as execution ${body.executionId}`);
  await follow(client, body.executionId);
}

async function sharedWorkspace(client: Client): Promise<DemoTarget> {
  const { body } = await client.call('GET /orchestration/workspaces', { query: { query: 'type==shared' } });
  const shared = body.find(({ environment }) => environment?.default) ?? body[0];
  if (!shared?.id || !shared.environment)
    throw new Error('There is no shared workspace: create a workspace, then use the command line instead of --demo.');
  return { workspaceId: shared.id, environmentId: shared.environment.id };
}

/** Waits for an engine. Returns whether one is available; if not, says what to do: without an engine the examples would wait for ever. */
async function untilEngineAvailable(client: Client, hasEngine: boolean): Promise<boolean> {
  for (let polls = 0; polls < (hasEngine ? ENGINE_POLLS : 1); polls += 1) {
    const { body } = await client.call('GET /processing/runtimes/remote-engines', { query: { query: 'availability==AVAILABLE' } });
    if (body.length > 0) return true;
    await wait(POLL_MILLISECONDS);
  }
  console.log(
    `The demo needs an engine, and none is available: start again with MILLRACE_ENGINE=built-in, or pair an engine first (${commandLineText('engine', 'pair', '--help')}).`,
  );
  return false;
}

async function publish(client: Client, { workspaceId }: DemoTarget, name: string, zip: string): Promise<{ id: string; version: string }> {
  const form = new FormData();
  form.append('artifact', JSON.stringify({ workspaceId, name }));
  form.append('file', await openAsBlob(zip, { type: 'application/zip' }), `${name}.zip`);
  const { body } = await client.call('POST /orchestration/artifacts', { form }).catch(async (error: unknown) => {
    // A demo that is repeated at once publishes the same version, because a version contains the time in seconds.
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    await wait(1100);
    return client.call('POST /orchestration/artifacts', { form });
  });
  const page = await client.call('GET /orchestration/artifacts', { query: { workspaceId, name } });
  const artifact = page.body.items.find((listed) => listed.name === name);
  if (!artifact) throw new Error(`The artifact ${name} was published but is not listed`);
  return { id: artifact.id, version: body.version };
}

async function saveTask(
  client: Client,
  target: DemoTarget,
  name: string,
  artifact: { id: string; version: string },
  parameters: Record<string, string>,
): Promise<string> {
  const page = await client.call('GET /orchestration/executables/tasks', { query: { workspaceId: target.workspaceId, name } });
  const existing = page.body.items.find((task) => task.name === name);
  const taskFields = { workspaceId: target.workspaceId, name, description: `The example ${name}`, artifact, parameters };
  if (existing) {
    await client.call('PUT /orchestration/executables/tasks/{taskId}', { path: { taskId: existing.executable }, body: taskFields });
    return existing.executable;
  }
  const { body } = await client.call('POST /orchestration/executables/tasks', {
    body: { ...taskFields, environmentId: target.environmentId },
  });
  await client.call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    path: { taskId: body.id },
    body: { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' }, parallelExecutionAllowed: false, logLevel: 'INFO' },
  });
  return body.id;
}

/** Prints each new status and new log lines until the execution ends, then its outcome. */
async function follow(client: Client, executionId: string): Promise<void> {
  let status = '';
  let printed = 0;
  for (;;) {
    // Read the status before the lines: if the execution has ended by then, all its lines are stored.
    const { body: execution } = await client.call('GET /processing/executions/{executionId}', { path: { executionId } });
    if (execution.status !== status) console.log(`  status  ${(status = execution.status)}`);
    printed = await printLines(client, executionId, printed);
    if (execution.finishTimestamp) {
      console.log(`  rows    ${execution.numberOfProcessedRows ?? 0} processed, ${execution.numberOfRejectedRows ?? 0} rejected`);
      const seconds = (Date.parse(execution.finishTimestamp) - Date.parse(execution.startTimestamp)) / 1000;
      console.log(
        `  ended   ${execution.executionStatus} after ${seconds.toFixed(1)} s${execution.errorMessage ? `: ${execution.errorMessage}` : ''}`,
      );
      if (execution.executionStatus === 'DEPLOY_FAILED')
        console.log('  This example could not be started on the engine. The demo goes on with the next one.');
      return;
    }
    await wait(POLL_MILLISECONDS);
  }
}

/** Prints the newest lines that were not printed yet. Returns the number of all lines of the log. */
async function printLines(client: Client, id: string, printed: number): Promise<number> {
  const { body } = await client.call('GET /monitoring/executions/{id}/logs', {
    path: { id },
    query: { count: LINES_PER_POLL, order: 'DESC' },
  });
  const unprinted = body.totalSize - printed;
  if (unprinted > body.size) console.log(`    … ${unprinted - body.size} lines`);
  for (const line of body.data.slice(0, unprinted).toReversed()) {
    console.log(`    ${new Date(line.logTimestamp).toISOString()} ${line.severity.padEnd(5)} ${line.logMessage}`);
  }
  return body.totalSize;
}
