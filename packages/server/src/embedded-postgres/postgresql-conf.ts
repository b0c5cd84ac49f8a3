/** The settings of the embedded PostgreSQL. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Returns the content of `postgresql.conf` of a small database. Settings in a file `own.conf` beside it take precedence. */
export function settingsText({ folder, port, durable }: { folder: string; port: number; durable: boolean }): string {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: findSocketFolder(folder) ?? '',
    unix_socket_permissions: '0700',
    max_connections: 60,
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    jit: 'off',
    // Frequently read data is in memory, and solid-state disks seek fast, so an index is cheaper than the default assumes.
    random_page_cost: '1.1',
    // Parallel queries need /dev/shm, which is too small in containers, and do not help on few cores.
    max_parallel_workers_per_gather: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    // Tests and the double need no durable data, and many test processes share one server.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', max_connections: 200 }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`);
  return [
    '# Written anew at every start. Put your own settings into own.conf in this folder.',
    ...lines,
    "include_if_exists = 'own.conf'",
    '',
  ].join('\n');
}

/** The folder for the UNIX socket; undefined if its path is too long for a socket, or cannot stand in the setting. */
function findSocketFolder(folder: string): string | undefined {
  const longest = process.platform === 'linux' ? 107 : 103;
  const isAllowed = !/[,"@]/.test(folder); // the setting is a list, in which these characters have a special meaning
  return isAllowed && Buffer.byteLength(`${folder}/.s.PGSQL.65535`) <= longest ? folder : undefined;
}

/** The port of the last start if it is free, so that known addresses stay valid; else any free port. */
export async function choosePort(folder: string): Promise<number> {
  const last = Number(await readFile(join(folder, 'port'), 'utf8').catch(() => '0'));
  return (last > 0 && last < 65_536 ? await tryPort(last) : undefined) ?? (await tryPort(0)) ?? 5432;
}

async function tryPort(wanted: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen({ port: wanted, host: '127.0.0.1' });
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' ? address?.port : undefined;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}
