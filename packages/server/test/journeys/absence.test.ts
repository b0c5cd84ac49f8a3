// run: own process, waiting, in test:all because it starts and kills whole programs
/** No process serves the API, or the database is down, for longer than a lease: engines cannot send heartbeats, but keep their executions. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../../src/embedded-postgres/start-embedded-postgres.ts';
import { shellBundle } from '../support/bundles.ts';
import { asAdministrator, databaseUrl } from '../support/database.ts';
import { pairEngine } from '../support/engine-process.ts';
import { eventually, finished, Install, publishTask, readRun, startRun } from '../support/install.ts';
import { programEnvironment } from '../support/program-environment.ts';

/** A little more than the time between two heartbeats. */
const LEASE_SECONDS = 7;
/** Milliseconds of an outage: longer than the lease, whenever the last heartbeat was. */
const OUTAGE = (LEASE_SECONDS + 1) * 1000;

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'millrace-absence-'));
// When root runs the tests, PostgreSQL runs as another user, which must be able to enter the folder.
await chmod(folder, 0o711);
const startDatabase = () => startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => undefined, durable: false });
let postgres = await startDatabase();
const closers: (() => unknown)[] = [];
after(async () => {
  for (const close of closers.toReversed()) await close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/** A server, with a separate worker for the role `api`, and an engine that runs a task until its gate file is removed. */
async function site(name: string, role: 'all' | 'api') {
  await asAdministrator(postgres.tcpUrl, (client) => client.query(`create database ${name}`));
  const environment = {
    DATABASE_URL: databaseUrl(name, postgres.tcpUrl),
    MILLRACE_KEY: randomBytes(32).toString('base64'),
    MILLRACE_BLOB_FOLDER: join(folder, `${name}-blobs`),
    MILLRACE_LEASE_SECONDS: String(LEASE_SECONDS),
    MILLRACE_DATABASE_CONNECTIONS: '3',
  };
  const server = new Install(join(folder, name), { ...environment, MILLRACE_ROLE: role, MILLRACE_ENGINE: 'none' });
  closers.push(() => server.stop());
  await server.start();
  if (role === 'api') {
    const worker = spawn(process.execPath, [program], {
      env: {
        ...programEnvironment(),
        ...environment,
        MILLRACE_HOME: join(folder, `${name}-worker`),
        MILLRACE_ROLE: 'worker',
        MILLRACE_METRICS_PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    closers.push(async () => {
      assert.equal(worker.exitCode, null, 'the worker ended');
      worker.kill();
      await once(worker, 'exit');
    });
    await once(worker.stdout, 'data');
  }
  const client = await server.client();
  const engine = await pairEngine(client, server.url, { name: 'absence', folder: join(folder, `${name}-engine`) });
  closers.push(() => engine.end('SIGKILL'));
  engine.start();
  const gate = join(folder, `${name}-gate`);
  await writeFile(gate, '');
  const task = await publishTask(client, await shellBundle(`while [ -e ${gate} ]; do sleep 0.1; done`), { name: 'gated' });
  const begin = async (): Promise<string> => {
    const id = await startRun(client, task);
    await eventually('it runs', async () => (await readRun(client, id)).status === 'executing' || undefined);
    return id;
  };
  return { server, client, engine, gate, begin, run: await begin() };
}

it('task-executions.lease.nobody: with a separate worker, with one process for everything, and without the database', async () => {
  const sites = await Promise.all([site('apart', 'api'), site('together', 'all')]);
  await Promise.all(
    sites.map(async ({ server }) => {
      await server.kill();
      await wait(OUTAGE);
      await server.start();
    }),
  );
  await wait(LEASE_SECONDS * 1000);

  await postgres.stop();
  await wait(OUTAGE);
  postgres = await startDatabase();
  // Long enough for a run of the timers.
  await wait(3000);

  await Promise.all(
    sites.map(async ({ client, engine, gate, begin, run }) => {
      await rm(gate);
      const { executionStatus, errorMessage } = await finished(client, run);
      assert.equal(executionStatus, 'EXECUTION_SUCCESS', errorMessage);
      await writeFile(gate, '');
      const lost = await begin();
      await engine.end('SIGKILL');
      assert.equal((await finished(client, lost)).errorType, 'ENGINE_LOST', 'the loss of an engine is still detected');
      await rm(gate);
    }),
  );
});
