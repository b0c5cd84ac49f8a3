// run: own process, waiting, in test:all because it starts whole programs
/** Two API processes and a worker on one database: each continues the work of the others, also when one is killed. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ApiError, type Client } from '@millrace/contract/client';
import { shellBundle } from '../support/bundles.ts';
import { createDatabase } from '../support/database.ts';
import { eventually, finished, Install, publishTask, startRun } from '../support/install.ts';
import { programEnvironment } from '../support/program-environment.ts';

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const [database, folder] = await Promise.all([createDatabase(), mkdtemp(join(tmpdir(), 'millrace-several-'))]);
/** Calls of rate tier 1 that an account may make in a minute. */
const CALLS = 40;
const environment = {
  DATABASE_URL: database.url,
  MILLRACE_KEY: randomBytes(32).toString('base64'),
  MILLRACE_BLOB_FOLDER: join(folder, 'blobs'),
  MILLRACE_LEASE_SECONDS: '2',
  MILLRACE_TIER1_PER_MINUTE: String(CALLS),
};
const first = new Install(join(folder, 'first'), { ...environment, MILLRACE_ROLE: 'api', MILLRACE_ENGINE: 'none' });
const second = new Install(join(folder, 'second'), { ...environment, MILLRACE_ROLE: 'api' });
const workerHome = join(folder, 'worker');
const worker = spawn(process.execPath, [program], {
  env: { ...programEnvironment(), ...environment, MILLRACE_HOME: workerHome, MILLRACE_ROLE: 'worker', MILLRACE_METRICS_PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let output = '';
worker.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
after(async () => {
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  if (worker.kill()) await ended;
  await Promise.all([first.stop(), second.stop()]);
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

it('starts several processes on one empty database at once, and each continues the work of the others', async () => {
  await Promise.all([first.start(), second.start()]);
  await eventually('the worker runs', async () => (output.includes('Millrace runs jobs and timers') ? true : undefined));
  const metricsUrl = /on (http:[^\s"]+)/.exec(output)?.[1] ?? '';
  assert.equal((await fetch(`${metricsUrl}/healthz`)).status, 200);
  assert.equal((await fetch(`${metricsUrl}/readyz`)).status, 200);
  assert.match(
    await (await fetch(`${metricsUrl}/metrics`)).text(),
    /^millrace_timer_last_success_timestamp_seconds\{timer="fire-triggers"\} \d/m,
  );
  assert.ok(!(await readdir(workerHome)).includes('admin.token'), 'a worker must not write a token');

  const firstClient = await first.client();
  const secondClient = await second.client();
  const hello = await publishTask(firstClient, await shellBundle('echo hello'), { name: 'hello' });
  const run = await finished(secondClient, await startRun(secondClient, hello));
  assert.equal(run.executionStatus, 'EXECUTION_SUCCESS', run.errorMessage);
  const again = await finished(secondClient, await startRun(firstClient, hello));
  assert.equal(again.executionStatus, 'EXECUTION_SUCCESS', 'an engine of one process runs an execution that another process accepted');

  const half = await admittedCalls(firstClient, CALLS / 2);
  assert.equal(half, CALLS / 2);
  // The other process reads these calls with its first exchange, and admits fewer than it would alone.
  const rest = await admittedCalls(secondClient, 2 * CALLS);
  assert.ok(rest >= CALLS / 2 && rest < CALLS, `the other process admitted ${rest} of ${CALLS} calls`);

  const endless = await publishTask(firstClient, await shellBundle('while :; do sleep 0.1; done'), { name: 'endless' });
  const lost = await startRun(firstClient, endless);
  await eventually('it runs', async () => {
    const { body } = await firstClient.call('GET /processing/executions/{executionId}', { path: { executionId: lost } });
    return body.status === 'executing' || undefined;
  });
  process.kill(await second.engineProcess(), 'SIGKILL');
  await second.kill();
  assert.equal((await finished(firstClient, lost)).errorType, 'ENGINE_LOST', 'the worker ends the execution of the killed process');
  const { body: explained } = await firstClient.call('GET /processing/executions/{executionId}/explanation', {
    path: { executionId: lost },
  });
  assert.match(
    explained.summary,
    /'endless' failed on the engine 'Built-in engine'\. The engine 'Built-in engine' stopped answering; its lease ended at /,
  );
});

it('requests.stop.drain', { timeout: 25_000 }, async () => {
  await first.stop();
  await first.start({ MILLRACE_DRAIN_SECONDS: '30' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = async (): Promise<unknown[]> => {
    const [answer] = (await once(request(`${first.url}/healthz`, { agent }).end(), 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    return [answer.statusCode, answer.headers.connection];
  };
  assert.deepEqual(await get(), [200, 'keep-alive']);
  const stopped = first.stop();
  await eventually('the process stops', async () => (await fetch(`${first.url}/readyz`)).status === 503 || undefined);
  assert.deepEqual(await get(), [200, 'close']);
  // It stops although the time is not over, because no connection is left.
  assert.equal(await stopped, 0);
});

/** Makes at most `limit` calls of rate tier 1, until one is refused; returns the number of admitted calls. */
async function admittedCalls(client: Client, limit: number): Promise<number> {
  for (let admitted = 0; admitted < limit; admitted += 1) {
    try {
      await client.call('GET /api/v1/audits/types');
    } catch (error) {
      if (error instanceof ApiError && error.status === 429) return admitted;
      throw error;
    }
    await wait(40);
  }
  return limit;
}
