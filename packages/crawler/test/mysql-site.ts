/** A server of MariaDB or MySQL for tests of the crawler, if its program is on this machine. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { freePort } from '../../engine/test/free-port.ts';

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/usr/libexec', '/opt/homebrew/bin'];
const find = (name: string): string | undefined => FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));
const server = find('mariadbd');
const install = find('mariadb-install-db');

/** The reason why these tests cannot run on this machine; false if they can. */
export const noMysql: string | false =
  server && install ? false : 'mariadbd is not on this machine (Debian: apt-get install mariadb-server)';

/** A server, a connection of its administrator, and the connection of an account that owns nothing. */
export type MysqlSite = {
  run: (...statements: string[]) => Promise<void>;
  connection: Record<string, string>;
  restart: () => Promise<void>;
  close: () => Promise<void>;
};

const PASSWORD = 'sesame-word/1';

/** Starts a server with a database `shop` and the account `reader`. */
export async function mysqlSite(): Promise<MysqlSite> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-mariadb-'));
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const data = [`--datadir=${join(folder, 'data')}`, ...user];
  execFileSync(install ?? '', ['--no-defaults', ...data, '--auth-root-authentication-method=normal', '--skip-test-db'], {
    stdio: 'ignore',
  });
  const port = await freePort();
  const addresses = ['--bind-address=127.0.0.1', `--port=${port}`, `--socket=${join(folder, 's')}`, `--pid-file=${join(folder, 'pid')}`];
  const start = (): ChildProcess =>
    spawn(server ?? '', ['--no-defaults', ...data, ...addresses, '--skip-name-resolve'], { stdio: 'ignore' });
  let child = start();
  const run = async (...statements: string[]): Promise<void> => {
    const connection = await untilOpen(port);
    for (const statement of statements) await connection.query(statement);
    await connection.end();
  };
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await closed;
  };
  await run('create database shop', `create user reader identified by '${PASSWORD}'`);
  return {
    run,
    connection: { jdbcUrl: `jdbc:mariadb://127.0.0.1:${port}/shop`, username: 'reader', password: PASSWORD },
    restart: async () => {
      await stop();
      child = start();
      await run('select 1');
    },
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilOpen(port: number): Promise<Awaited<ReturnType<typeof createConnection>>> {
  for (;;) {
    try {
      return await createConnection({ host: '127.0.0.1', port, user: 'root', multipleStatements: true });
    } catch (error) {
      if ((error as { code?: string }).code !== 'ECONNREFUSED') throw error;
      await pause(50);
    }
  }
}
