// run: own process, in test:all because it starts and kills database servers
import assert from 'node:assert/strict';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { Database } from '../core/database/db.ts';
import { sql } from '../core/database/sql.ts';
import { StartError } from '../core/base/start-error.ts';
import { isPostmasterAlive, readPostmaster } from './postmaster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
const needsRoot = !isRoot && 'only root can run it as another user';
const program = `
  const { startEmbeddedPostgres } = await import(process.argv[1]);
  const { pid } = await startEmbeddedPostgres({ folder: process.argv[2], durable: false, log: () => {} });
  process.stdout.write(String(pid));
  setInterval(() => {}, 1000);
`;

describe('the embedded PostgreSQL', () => {
  let home = '';
  let folder = '';
  const lines: string[] = [];
  const running: EmbeddedPostgres[] = [];
  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'millrace-postgres-'));
    await chmod(home, 0o711);
    folder = join(home, 'postgres');
  });
  after(async () => {
    for (const server of running) await server.stop();
    await rm(home, { recursive: true, force: true });
  });

  const start = async (path = folder): Promise<EmbeddedPostgres> => {
    const server = await startEmbeddedPostgres({ folder: path, durable: false, log: (line) => lines.push(line) });
    running.push(server);
    return server;
  };
  const queryRow = async <Row>(url: string, query: ReturnType<typeof sql>): Promise<Row> => {
    const database = new Database({ url, poolSize: 1, onError: () => {} });
    try {
      return await database.transaction((tx) => tx.only<Row>(query));
    } finally {
      await database.close();
    }
  };
  const makeTable = async (url: string): Promise<void> => {
    const database = new Database({ url, poolSize: 1, onError: () => {} });
    await database.transaction((tx) => tx.rows(sql`create table start (number int generated always as identity)`));
    await database.close();
  };
  const countStarts = (url: string): Promise<{ number: number }> =>
    queryRow(url, sql`with added as (insert into start default values returning number) select number from added`);

  it('creates a database in UTF-8 and UTC that both addresses reach', async () => {
    const server = await start();
    const settings = sql`select current_setting('server_encoding') as encoding, current_setting('timezone') as zone,
      current_setting('server_version_num')::int / 10000 as major, current_user as name`;
    const expected = { encoding: 'UTF8', zone: 'UTC', major: 18, name: 'millrace' };
    assert.deepEqual(await queryRow(server.url, settings), expected);
    assert.deepEqual(await queryRow(server.tcpUrl, settings), expected);
    await makeTable(server.url);
    assert.equal((await countStarts(server.url)).number, 1);
    await server.stop();
  });

  it('tells once that it has started a process, and not when it takes over one that runs', async () => {
    let launches = 0;
    const options = { folder: join(home, 'launched'), durable: false, log: () => undefined, onLaunch: () => void (launches += 1) };
    const server = await startEmbeddedPostgres(options);
    running.push(server);
    assert.equal(launches, 1);
    assert.equal((await startEmbeddedPostgres(options)).pid, server.pid);
    assert.equal(launches, 1);
    await server.stop();
  });

  it('refuses a wrong password on both addresses', async () => {
    const server = await start();
    for (const url of [server.url, server.tcpUrl]) {
      await assert.rejects(queryRow(url.replace(/:[^:@]+@/, ':wrong@'), sql`select 1 as one`), /password authentication failed/);
    }
    await server.stop();
  });

  it('keeps its data and its port over a restart, and its process has ended after a stop', async () => {
    const first = await start();
    await first.stop();
    assert.equal(isPostmasterAlive(first.pid), false);
    const second = await start();
    assert.equal(second.tcpUrl, first.tcpUrl);
    assert.equal((await countStarts(second.url)).number, 2);
    await second.stop();
    await second.stop();
  });

  it('does not show its password in the list of processes, in its log or to other users', async () => {
    const server = await start();
    const password = decodeURIComponent(new URL(server.tcpUrl).password);
    assert.equal(password, await readFile(join(folder, 'password'), 'utf8'));
    assert.equal((await stat(join(folder, 'password'))).mode & 0o077, 0);
    assert.equal((await stat(folder)).mode & 0o077, 0);
    const command = process.platform === 'linux' ? await readFile(`/proc/${server.pid}/cmdline`, 'utf8') : '';
    for (const text of [command, await readFile(join(folder, 'postgres.log'), 'utf8'), lines.join('\n')]) {
      assert.equal(text.includes(password), false);
    }
    await server.stop();
  });

  it('continues after the process that started it was killed, and is used by the next one', async () => {
    const module = new URL('./start-embedded-postgres.ts', import.meta.url).href;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, module, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [pid] = await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(isPostmasterAlive(Number(pid)), true);
    const server = await start();
    assert.equal(server.pid, Number(pid));
    assert.equal((await countStarts(server.url)).number, 3);
    await server.stop();
    assert.equal(isPostmasterAlive(server.pid), false);
  });

  it('starts again after its own process was killed, with all committed rows', async () => {
    const killed = await start();
    assert.equal((await countStarts(killed.url)).number, 4);
    await kill(killed.pid);
    const server = await start();
    assert.notEqual(server.pid, killed.pid);
    assert.ok((await countStarts(server.url)).number > 4);
    await server.stop();
  });

  it('starts if another process has the id of its killed process', async () => {
    const killed = await start();
    await kill(killed.pid);
    const file = join(folder, 'data/postmaster.pid');
    const text = await readFile(file, 'utf8');
    const { uid, gid } = await stat(file);
    const otherProcess = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
    await writeFile(file, text.replace(/^\d+/, String(otherProcess.pid)));
    const server = await start();
    assert.equal(otherProcess.exitCode, null);
    otherProcess.kill();
    await server.stop();
  });

  it('uses another port when its own is in use', async () => {
    const first = await start(join(home, 'first'));
    await mkdir(join(home, 'second'), { mode: 0o700 });
    const { port } = new URL(first.tcpUrl);
    await writeFile(join(home, 'second/port'), port);
    const second = await start(join(home, 'second'));
    assert.notEqual(new URL(second.tcpUrl).port, port);
    await Promise.all([first.stop(), second.stop()]);
  });

  it('is reached by its port if the path of the folder is too long for a socket', async () => {
    const deep = join(home, 'x'.repeat(100), 'postgres');
    await mkdir(join(home, 'x'.repeat(100)), { mode: 0o711 });
    const server = await start(deep);
    assert.equal(server.url, server.tcpUrl);
    assert.deepEqual(await queryRow(server.url, sql`select 1 as one`), { one: 1 });
    await server.stop();
  });

  it('refuses a path that is a file', async () => {
    await writeFile(join(home, 'file'), '');
    await assert.rejects(start(join(home, 'file')), (error) => error instanceof StartError && /is a file/.test(error.message));
  });

  it('leaves no data folder when the disk is full', { skip: cannotMount() }, async () => {
    const small = join(home, 'small');
    await mkdir(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m,mode=711', 'none', small]);
    try {
      const isFull = (error: unknown): boolean => error instanceof StartError && /disk that holds .* is full/.test(error.message);
      await assert.rejects(start(join(small, 'postgres')), isFull);
      await assert.rejects(stat(join(small, 'postgres/data')), { code: 'ENOENT' });
    } finally {
      execFileSync('umount', [small]);
    }
  });

  it('runs as another user when root starts it, whether others may enter its folder or not', { skip: needsRoot }, async () => {
    const open = await start();
    assert.notEqual((await stat(join(folder, 'data'))).uid, 0);
    assert.notEqual((await stat(`/proc/${open.pid}`)).uid, 0);
    await open.stop();
    await chmod(home, 0o700);
    const closed = await start();
    assert.ok((await countStarts(closed.url)).number > 4);
    await closed.stop();
    await chmod(home, 0o711);
    const again = await start();
    assert.equal((await stat(`/proc/${again.pid}`)).uid, (await stat(join(folder, 'data'))).uid);
    await again.stop();
  });

  it('runs as the owner of its folder when root starts it', { skip: needsRoot }, async () => {
    const path = join(home, 'of-a-user');
    await mkdir(path, { mode: 0o700 });
    await chown(path, 2, 2);
    const server = await start(path);
    assert.equal((await stat(`/proc/${server.pid}`)).uid, 2);
    assert.equal((await stat(join(path, 'data'))).uid, 2);
    await server.stop();
  });

  it('follows a link to its folder', async () => {
    await symlink(folder, join(home, 'link'));
    const server = await start(join(home, 'link'));
    assert.equal(readPostmaster(join(folder, 'data'))?.pid, server.pid);
    await server.stop();
  });
});

async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  while (isPostmasterAlive(pid)) await sleep(1);
}

function cannotMount(): string | false {
  if (!isRoot) return 'only root can mount a small disk';
  return spawnSync('unshare', ['--mount', 'true']).status !== 0 && 'mounting is forbidden here';
}
