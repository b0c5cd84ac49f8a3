// isolation: own process because it starts the demonstration as a program
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
import { folderBesideTasks } from '../../packages/server/test/support/task-files.ts';
import { demoDatabase } from './demo-database.ts';

const place = await folderBesideTasks('millrace-demo-');
after(() => rm(place, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

/** Starts with --demo until it has said that it serves, and answers all that it said. */
async function demo(settings: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../start.ts'), '--demo'], {
    env: { ...programEnvironment(), MILLRACE_PORT: '0', MILLRACE_METRICS_PORT: 'none', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  child.stdout.on('data', (text) => {
    said += text;
    if (said.includes('Serving until')) child.kill('SIGTERM');
  });
  const [code] = await once(child, 'close');
  assert.equal(code, 0, said);
  return said;
}

test('with an ordinary role says at once which example it skips and why, and runs the others', async () => {
  const database = await ordinaryDatabase();
  const said = await demo({ MILLRACE_HOME: join(place, 'one'), DATABASE_URL: database.url, MILLRACE_ENGINE: 'built-in' });
  const reason =
    /load-airports will be skipped: .*the role 'ordinary_\w+' of DATABASE_URL may not create roles and databases\. Start the demo without/;
  assert.match(said, reason);
  assert.ok(said.search(reason) < said.indexOf('Building the examples'), 'at once');
  assert.match(said, /── shell ─+\nPublished artifact shell .*\n.*\n(?:.*\n)*? {2}ended {3}EXECUTION_SUCCESS/);
  await database.drop();
});

test('says at once that it needs an engine, and serves', async () => {
  const database = await ordinaryDatabase();
  const said = await demo({ MILLRACE_HOME: join(place, 'other'), DATABASE_URL: database.url });
  assert.match(said, /^The demo needs an engine, and none is available: start again with MILLRACE_ENGINE=built-in/m);
  assert.doesNotMatch(said, /Building|Published/);
  await database.drop();
});

test('has a database of its own where the role may make one, also without being a superuser', async () => {
  const database = await ordinaryDatabase();
  const { username } = new URL(database.url);
  await asAdministrator(testServerUrl(), (client) => client.query(`alter role ${username} createrole createdb`));
  for (let time = 0; time < 2; time += 1) {
    const made = await demoDatabase(database.url);
    assert.ok('url' in made, JSON.stringify(made));
    const client = new Client({ connectionString: made.url });
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
