/** The demonstration: publishes the examples, runs them, and prints what happens as it happens. It speaks to the API like any other program. */
import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError, createClient, type Client } from '@millrace/contract/client';
import { buildExamples } from '../../examples/build.ts';
import type { Running } from '../../packages/server/src/start.ts';
import { demoDatabase } from './demo-database.ts';

/** Log lines shown at once; a run that writes more in between has its newest shown. */
const SHOWN_LINES = 12;
const LOOK_AGAIN = 100;
/** Looks for the engine that starts with the server. */
const MOST_LOOKS = 200;

type Place = { workspaceId: string; environmentId: string };

/** Runs every example that can be built here, on an engine that is there; `hasEngine`: one starts with the server. */
export async function runDemo({ url, tokenFile, databaseUrl }: Running, hasEngine: boolean): Promise<void> {
  const client = createClient({ baseUrl: url, token: (await readFile(tokenFile, 'utf8')).trim() });
  if (!(await engineIsThere(client, hasEngine))) return;
  const database = await demoDatabase(databaseUrl);
  if ('lacks' in database) console.log(`load-airports will be skipped: ${database.lacks}`);
  console.log('\nBuilding the examples');
  const built = await buildExamples({ log: (line) => console.log(`  ${line}`) });
  const place = await sharedWorkspace(client);
  for (const { name, zip, skipped } of built) {
    console.log(`\n── ${name} ${'─'.repeat(Math.max(1, 70 - name.length))}`);
    const lacks = name === 'load-airports' && 'lacks' in database ? database.lacks : undefined;
    if (zip === undefined || lacks !== undefined) {
      console.log(`Skipped: ${lacks ?? skipped}`);
      continue;
    }
    const version = await publish(client, place, name, zip);
    console.log(`Published artifact ${name} ${version.version}`);
    const parameters = name === 'load-airports' && 'url' in database ? { database_url: database.url } : {};
    const task = await saveTask(client, place, name, version, parameters);
    await run(client, task, name);
    if (name !== 'load-airports') continue;
    console.log('\nOnce more, with the parameter strict=true: its rules reject rows, and the outcome says so');
    await run(client, task, name, { strict: 'true' });
  }
}

async function run(client: Client, executable: string, name: string, parameters: Record<string, string> = {}): Promise<void> {
  const { body } = await client.call('POST /processing/executions', { body: { executable, parameters } });
  console.log(`Task ${name} runs as execution ${body.executionId}`);
  await follow(client, body.executionId);
}

async function sharedWorkspace(client: Client): Promise<Place> {
  const { body } = await client.call('GET /orchestration/workspaces', { query: { query: 'type==shared' } });
  const shared = body.find((one) => one.environment?.default) ?? body[0];
  if (!shared?.id || !shared.environment)
    throw new Error('There is no shared workspace: create a workspace, then use the command line instead of --demo.');
  return { workspaceId: shared.id, environmentId: shared.environment.id };
}

/** Whether an engine is there that may run the examples; without one they would wait for ever. */
async function engineIsThere(client: Client, hasEngine: boolean): Promise<boolean> {
  for (let tries = 0; tries < (hasEngine ? MOST_LOOKS : 1); tries += 1) {
    const { body } = await client.call('GET /processing/runtimes/remote-engines', { query: { query: 'availability==AVAILABLE' } });
    if (body.length > 0) return true;
    await wait(LOOK_AGAIN);
  }
  console.log(
    'The demo needs an engine, and none is available: start again with MILLRACE_ENGINE=built-in, or pair an engine first (npm run millrace -- engine pair --help).',
  );
  return false;
}

async function publish(client: Client, { workspaceId }: Place, name: string, zip: string): Promise<{ id: string; version: string }> {
  const form = new FormData();
  form.append('artifact', JSON.stringify({ workspaceId, name }));
  form.append('file', await openAsBlob(zip, { type: 'application/zip' }), `${name}.zip`);
  const { body } = await client.call('POST /orchestration/artifacts', { form }).catch(async (error: unknown) => {
    // The same version published within the same second, by a demo that is run again at once.
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    await wait(1100);
    return client.call('POST /orchestration/artifacts', { form });
  });
  const page = await client.call('GET /orchestration/artifacts', { query: { workspaceId, name } });
  const artifact = page.body.items.find((one) => one.name === name);
  if (!artifact) throw new Error(`The artifact ${name} was published but is not listed`);
  return { id: artifact.id, version: body.version };
}

async function saveTask(
  client: Client,
  place: Place,
  name: string,
  artifact: { id: string; version: string },
  parameters: Record<string, string>,
): Promise<string> {
  const page = await client.call('GET /orchestration/executables/tasks', { query: { workspaceId: place.workspaceId, name } });
  const known = page.body.items.find((one) => one.name === name);
  const common = { workspaceId: place.workspaceId, name, description: `The example ${name}`, artifact, parameters };
  if (known) {
    await client.call('PUT /orchestration/executables/tasks/{taskId}', { path: { taskId: known.executable }, body: common });
    return known.executable;
  }
  const { body } = await client.call('POST /orchestration/executables/tasks', { body: { ...common, environmentId: place.environmentId } });
  await client.call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    path: { taskId: body.id },
    body: { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' }, parallelExecutionAllowed: false, logLevel: 'INFO' },
  });
  return body.id;
}

/** Prints status and log lines as they come, and the outcome at the end. */
async function follow(client: Client, executionId: string): Promise<void> {
  let status = '';
  let printed = 0;
  for (;;) {
    // The outcome is read before the lines: when it is there, so are all lines.
    const { body: execution } = await client.call('GET /processing/executions/{executionId}', { path: { executionId } });
    if (execution.status !== status) console.log(`  status  ${(status = execution.status)}`);
    printed = await printLines(client, executionId, printed);
    if (execution.finishTimestamp) {
      console.log(`  rows    ${execution.numberOfProcessedRows ?? 0} processed, ${execution.numberOfRejectedRows ?? 0} rejected`);
      const seconds = (Date.parse(execution.finishTimestamp) - Date.parse(execution.startTimestamp)) / 1000;
      console.log(
        `  ended   ${execution.executionStatus} after ${seconds.toFixed(1)} s${execution.errorMessage ? `: ${execution.errorMessage}` : ''}`,
      );
      return;
    }
    await wait(LOOK_AGAIN);
  }
}

/** Prints the newest lines that were not printed yet; answers how many there are in all. */
async function printLines(client: Client, id: string, printed: number): Promise<number> {
  const { body } = await client.call('GET /monitoring/executions/{id}/logs', {
    path: { id },
    query: { count: SHOWN_LINES, order: 'DESC' },
  });
  const fresh = body.totalSize - printed;
  if (fresh > body.size) console.log(`    … ${fresh - body.size} lines`);
  for (const line of body.data.slice(0, fresh).toReversed()) {
    console.log(`    ${new Date(line.logTimestamp).toISOString()} ${line.severity.padEnd(5)} ${line.logMessage}`);
  }
  return body.totalSize;
}
