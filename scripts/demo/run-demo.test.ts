// run: own process, in test:all because it starts the demonstration as a program
/** The demonstration on an external database. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { asAdministrator, testServerUrl } from '../../packages/server/test/support/database.ts';
import { ordinaryDatabase } from '../../packages/server/test/support/ordinary-database.ts';
import { programEnvironment } from '../../packages/server/test/support/program-environment.ts';
import { ask, markAsStandby, startRegionDatabase } from '../../packages/server/test/support/standby.ts';
import { folderBesideTasks } from '../../packages/server/test/support/task-files.ts';
import { demoDatabase } from './demo-database.ts';

const base = await folderBesideTasks('millrace-demo-');
after(() => rm(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

/** Starts the server with --demo, stops it when it has served `times` times, and returns all its output. `onOutput` gets all output so far. */
async function demo(settings: Record<string, string>, times = 1, onOutput?: (output: string) => void): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../start.ts'), '--demo'], {
    env: { ...programEnvironment(), MILLRACE_PORT: '0', MILLRACE_METRICS_PORT: 'none', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (text) => (output += text));
  child.stdout.on('data', (text) => {
    output += text;
    onOutput?.(output);
    if (output.split('Serving until').length > times) child.kill('SIGTERM');
  });
  const [code] = await once(child, 'close');
  assert.equal(code, 0, output);
  return output;
}

test('with an ordinary database role, the demo first prints which example it skips and why, and runs the others', async () => {
  const database = await ordinaryDatabase();
  const output = await demo({ MILLRACE_HOME: join(base, 'one'), DATABASE_URL: database.url, MILLRACE_ENGINE: 'built-in' });
  const reason =
    /load-airports will be skipped: .*the role 'ordinary_\w+' of DATABASE_URL may not create roles and databases\. Start the demo without/;
  assert.match(output, reason);
  assert.ok(output.search(reason) < output.indexOf('Building the examples'), 'it says so before it builds the examples');
  assert.match(output, /── shell ─+\nPublished artifact shell .*\n.*\n(?:.*\n)*? {2}ended {3}EXECUTION_SUCCESS/);
  await database.drop();
});

test('without an engine, the demo prints that it needs one, and the server serves', async () => {
  const database = await ordinaryDatabase();
  const output = await demo({ MILLRACE_HOME: join(base, 'other'), DATABASE_URL: database.url });
  assert.match(output, /^The demo needs an engine, and none is available: start again with MILLRACE_ENGINE=built-in/m);
  assert.doesNotMatch(output, /Building|Published/);
  await database.drop();
});

test('the demo does not run again when the server serves again after its database was a standby', async () => {
  const folder = join(base, 'region');
  const region = await startRegionDatabase(folder);
  after(() => region.postgres.stop());
  const served = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const output = demo({ MILLRACE_HOME: join(base, 'demoted'), DATABASE_URL: region.postgres.tcpUrl }, 2, (text) => {
    if (text.includes('Serving until')) served.resolve();
    if (text.includes('The database has become a standby')) stopped.resolve();
  });
  await Promise.race([served.promise, output]);
  await region.postgres.stop();
  await markAsStandby(folder);
  const demoted = await startRegionDatabase(folder);
  after(() => demoted.postgres.stop());
  await Promise.race([stopped.promise, output]);
  await ask(demoted.postgres.tcpUrl, 'select pg_promote()');
  assert.equal((await output).split('The demo needs an engine').length - 1, 1);
});

test('the demo creates its own database if the role may create databases and roles, also when the role is no superuser', async () => {
  const database = await ordinaryDatabase();
  const { username } = new URL(database.url);
  await asAdministrator(testServerUrl(), (client) => client.query(`alter role ${username} createrole createdb`));
  for (let time = 0; time < 2; time += 1) {
    const created = await demoDatabase(database.url);
    assert.ok('url' in created, JSON.stringify(created));
    const client = new Client({ connectionString: created.url });
    await client.connect();
    await client.query('create table if not exists loaded (id integer)');
    await client.end();
  }
  await asAdministrator(testServerUrl(), async (client) => {
    await client.query('drop database millrace_demo with (force)');
    await client.query('drop role millrace_demo');
  });
  await database.drop();
});
