// run: own process, waiting, in test:all because it starts whole programs
/** Server and engine write their logs in the same format, to files and to stdout. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createDatabase } from '../support/database.ts';
import { shellBundle } from '../support/bundles.ts';
import { endOf, eventually, finished, publishTask, startInstall, startRun } from '../support/install.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { folderBesideTasks } from '../support/task-files.ts';

type Line = { level: string; time: string; message: string; program?: string; printed?: string };

/** Parses the lines of a log and asserts their format. */
function linesOf(text: string): Line[] {
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  for (const { level, time, message } of lines) {
    assert.match(level, /^(?:debug|info|warn|error)$/);
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(typeof message, 'string');
  }
  return lines;
}

test('server and built-in engine each write a log file, in the same format, which is rotated by its size', async () => {
  const install = await startInstall({ MILLRACE_LOG_FILE_BYTES: '65536', MILLRACE_LOG_FILES: '2', MILLRACE_REQUEST_LOG: 'all' });
  const client = await install.client();
  const task = await publishTask(client, await shellBundle('echo done'), { name: 'one' });
  await finished(client, await startRun(client, task));
  const logs = join(install.home, 'logs');
  await eventually('the log of the server was rotated twice', async () => {
    await Promise.all(Array.from({ length: 100 }, () => client.call('GET /account/me')));
    return (await readdir(logs)).includes('server.log.2') || undefined;
  });
  // The state after a defect: Node prints the error outside of any log, and the server logs it.
  process.kill(await install.engineProcess(), 'SIGABRT');
  await eventually(
    'the engine runs again',
    async () =>
      (await readFile(join(logs, 'server.log'), 'utf8')).includes('the built-in engine ended') ||
      (await readFile(join(logs, 'server.log.1'), 'utf8')).includes('the built-in engine ended') ||
      undefined,
  );
  assert.equal(await install.stop(), 0);
  const names = (await readdir(logs)).filter((name) => !name.endsWith('.prints')).toSorted();
  assert.deepEqual(names, ['engine.log', 'server.log', 'server.log.1', 'server.log.2']);
  for (const name of names) {
    const lines = linesOf(await readFile(join(logs, name), 'utf8'));
    assert.ok(lines.length > 0, name);
    for (const { program } of lines) assert.equal(program, name.startsWith('engine') ? 'engine' : 'server');
  }
});

test('on stdout, the lines of both programs and the messages of the start have the same format', async () => {
  const [database, home] = await Promise.all([createDatabase(), folderBesideTasks('millrace-logs-')]);
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../src/main.ts', import.meta.url))], {
    env: {
      ...programEnvironment(),
      MILLRACE_HOME: home,
      MILLRACE_PORT: '0',
      MILLRACE_METRICS_PORT: '0',
      MILLRACE_ENGINE: 'built-in',
      MILLRACE_LOG_OUTPUT: 'stdout',
      DATABASE_URL: database.url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  after(async () => {
    child.kill('SIGKILL');
    await Promise.all([database.drop(), rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })]);
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  await eventually('both have written', async () => (/"program":"engine"/.test(text) && /serves on/.test(text)) || undefined);
  child.kill('SIGTERM');
  await endOf(child);
  const lines = linesOf(text);
  assert.deepEqual(new Set(lines.map(({ program }) => program)), new Set([undefined, 'server', 'engine']));
  assert.ok(lines.some(({ message }) => message === 'Stopping …'));
  assert.deepEqual((await readdir(join(home, 'logs'))).toSorted(), []);
});
