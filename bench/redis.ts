/** A Redis server for the peers that need one, if it is installed on this machine. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../packages/engine/test/free-port.ts';
import { startProgram } from './processes.ts';
import type { Stage } from './contestant.ts';

/** A running server, with a connected client. */
export type RedisServer = { url: string; client: Redis };

/** Returns the path of `redis-server`; undefined if it is not installed. No npm package contains it. */
export function findRedis(): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'redis-server'))
    .find(existsSync);
}

/** Returns the version of a binary, for example 7.0.15. */
export function redisVersion(binary: string): string {
  return /v=(\S+)/.exec(execFileSync(binary, ['--version'], { encoding: 'utf8' }))?.[1] ?? 'of an unknown version';
}

/** Starts an empty server for a turn. It syncs its journal to the disk once a second, which is the usual setting for queues. */
export async function startRedis(turn: Stage, binary: string): Promise<RedisServer> {
  const port = await freePort();
  const folder = join(turn.folder, `redis-${port}`);
  await mkdir(folder);
  const settings = [
    '--bind',
    '127.0.0.1',
    '--appendonly',
    'yes',
    '--appendfsync',
    'everysec',
    '--save',
    '',
    '--maxmemory-policy',
    'noeviction',
  ];
  startProgram(turn, [binary, '--port', String(port), '--dir', folder, ...settings], { name: 'redis-server' });
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
  client.on('error', () => undefined);
  turn.onEnd(() => client.disconnect());
  await Promise.race([
    client.ping(),
    wait(10_000, undefined, { ref: false }).then(() => Promise.reject(new Error('redis-server does not answer'))),
  ]);
  return { url, client };
}
