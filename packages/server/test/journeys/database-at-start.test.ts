// run: own process, waiting, in test:all because it starts whole programs
/** A start waits for a database that cannot be reached, or accepts no writes. An error that the operator must correct ends the start. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { asAdministrator, createDatabase, testServerUrl } from '../support/database.ts';
import { startDatabaseGate } from '../support/database-gate.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { mountTinyDisk, NO_DISK_REASON } from '../support/tiny-disk.ts';

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const [database, folder] = await Promise.all([createDatabase(), mkdtemp(join(tmpdir(), 'millrace-at-start-'))]);
const name = new URL(database.url).pathname.slice(1);
const key = randomBytes(32).toString('base64');
const started: ChildProcess[] = [];
after(async () => {
  for (const waiting of started) waiting.kill('SIGKILL');
  await Promise.all(started.map(ended));
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

type Process = { child: ChildProcess; home: string; output(): string };

function start(url: string, home = join(folder, `home-${started.length}`)): Process {
  const child = spawn(process.execPath, [program], {
    env: {
      ...programEnvironment(),
      DATABASE_URL: url,
      MILLRACE_HOME: home,
      MILLRACE_KEY: key,
      MILLRACE_PORT: '0',
      MILLRACE_METRICS_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  return { child, home, output: () => output };
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** Waits until the output of a process matches, and returns the match. Fails when the process ends before. */
async function untilOutput({ child, output }: Process, pattern: RegExp): Promise<string> {
  for (;;) {
    const [found] = pattern.exec(output()) ?? [];
    if (found !== undefined) return found;
    assert.ok(child.exitCode === null && child.signalCode === null, `ended: ${output()}`);
    await wait(50);
  }
}

describe('a start', { timeout: 60_000 }, () => {
  it('waits for a database that cannot be reached, logs that, and serves when the database can be reached', async () => {
    const gate = await startDatabaseGate(database.url);
    await gate.close();
    const waiting = start(gate.url);
    const line = await untilOutput(waiting, /Waiting for the database since 0 s\. .*$/m);
    assert.match(
      line,
      new RegExp(`The database '${name}' on 127\\.0\\.0\\.1:\\d+ cannot be used: connect ECONNREFUSED.* Check DATABASE_URL`),
    );
    assert.doesNotMatch(line, new RegExp(new URL(database.url).password));
    const again = await startDatabaseGate(database.url, Number(new URL(gate.url).port));
    await untilOutput(waiting, /The database is available after \d+ s"/);
    const url = (await untilOutput(waiting, /serves on [^\s"]+/)).slice('serves on '.length);
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    const log = await readFile(join(waiting.home, 'logs', 'server.log'), 'utf8');
    assert.match(log, /"message":"the start waits for the database"/);
    assert.match(log, /"message":"the database is available"/);
    waiting.child.kill('SIGTERM');
    assert.equal(await ended(waiting.child), 0);
    await again.close();
  });

  it('waits for a database that accepts no writes', async () => {
    const set = (setting: string): Promise<void> =>
      asAdministrator(testServerUrl(), (administrator) => administrator.query(`alter database ${name} ${setting}`));
    await set('set default_transaction_read_only = on');
    const waiting = start(database.url);
    await untilOutput(waiting, /Waiting for the database since \d+ s\. The database accepts no writes at the moment/);
    await set('reset default_transaction_read_only');
    await untilOutput(waiting, /serves on [^\s"]+/);
    waiting.child.kill('SIGTERM');
    assert.equal(await ended(waiting.child), 0);
  });

  it('stops on SIGTERM while it waits', async () => {
    const gate = await startDatabaseGate(database.url);
    await gate.close();
    const waiting = start(gate.url);
    await untilOutput(waiting, /Waiting for the database/m);
    waiting.child.kill('SIGTERM');
    assert.equal(await ended(waiting.child), 0);
  });

  it('does not wait for a database that does not exist, nor with a wrong password', async () => {
    const wrong = new URL(database.url);
    wrong.pathname = '/no_such_database';
    const other = new URL(database.url);
    other.password = 'wrong';
    for (const [url, reason] of [
      [wrong, /no_such_database\\" does not exist/],
      [other, /password authentication failed/],
    ] as const) {
      const waiting = start(url.toString());
      assert.equal(await ended(waiting.child), 1);
      assert.match(waiting.output(), reason);
      assert.doesNotMatch(waiting.output(), /Waiting/);
    }
  });

  it('ends with the reason when the disk of its home folder is full', async (t) => {
    const home = join(folder, 'tiny');
    await mkdir(home);
    const disk = mountTinyDisk(home, 1);
    if (!disk) return t.skip(NO_DISK_REASON);
    t.after(() => disk.unmount());
    const first = start(database.url, home);
    await untilOutput(first, /serves on/);
    first.child.kill('SIGTERM');
    await ended(first.child);
    // With a little more space each time, another file is the one that cannot be written.
    for (let pages = 0; pages < 8; pages += 1) {
      await disk.empty();
      const { bavail, bsize } = statfsSync(home);
      await writeFile(join(home, 'filler'), Buffer.alloc((bavail - pages) * bsize));
      const full = start(database.url, home);
      void untilOutput(full, /serves on/).then(
        () => full.child.kill('SIGTERM'),
        () => undefined,
      );
      const code = await ended(full.child);
      if (code === 0) return undefined;
      assert.match(full.output(), /The disk that holds \S+ is full: free some space and start again\./);
      assert.doesNotMatch(full.output(), /\n\s+at /);
    }
    return assert.fail('it serves when there is room');
  });
});
