// run: own process, waiting, in test:all because it starts whole programs
/** A worker that is killed during a job: another worker does the job, before the result expires. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { shellBundle } from '../support/bundles.ts';
import { createDatabase } from '../support/database.ts';
import { endOf, eventually, Install, publishTask, startRun } from '../support/install.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { startS3 } from '../support/s3.ts';

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const s3 = await startS3();
const [database, folder] = await Promise.all([createDatabase(), mkdtemp(join(tmpdir(), 'millrace-jobs-'))]);
const environment = {
  DATABASE_URL: database.url,
  MILLRACE_KEY: randomBytes(32).toString('base64'),
  MILLRACE_DATABASE_CONNECTIONS: '3',
  ...s3.settings('jobs'),
};
const api = new Install(join(folder, 'api'), { ...environment, MILLRACE_ROLE: 'api', MILLRACE_ENGINE: 'none' });
const workers: ChildProcess[] = [];
after(async () => {
  await Promise.all(workers.map((worker) => end(worker, 'SIGTERM')));
  await api.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

function startWorker(name: string): ChildProcess {
  const settings = { MILLRACE_HOME: join(folder, name), MILLRACE_ROLE: 'worker', MILLRACE_METRICS_PORT: '0' };
  const worker = spawn(process.execPath, [program], {
    env: { ...programEnvironment(), ...environment, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  workers.push(worker);
  return worker;
}

async function end(worker: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  worker.kill(signal);
  await endOf(worker);
}

it('another worker writes the log file that a killed worker had started', async () => {
  await api.start();
  const client = await api.client();
  const task = await publishTask(client, await shellBundle('true'), { name: 'waits for an engine' });
  const path = { id: await startRun(client, task) };

  // The store gets the file and never answers, so that the job continues.
  s3.fault = ({ route }) => (route === 'PUT' ? 'silent' : undefined);
  const before = s3.calls.length;
  const first = startWorker('first');
  const { body: order } = await client.call('POST /monitoring/executions/{id}/logs', { path });
  await eventually('the job runs', async () => s3.calls.slice(before).find(({ route }) => route === 'PUT'));
  await end(first, 'SIGKILL');
  s3.fault = () => undefined;

  startWorker('second');
  const readStatus = () => client.call('POST /monitoring/executions/{id}/logs/status', { path, body: order.token });
  assert.equal((await readStatus()).body.status, 'IN_PROGRESS');
  const { presignedURL = '' } = await eventually('another worker has written the file', async () => {
    const { body } = await readStatus();
    return body.status === 'READY' ? body : undefined;
  });
  assert.equal((await fetch(presignedURL)).status, 200);
});
