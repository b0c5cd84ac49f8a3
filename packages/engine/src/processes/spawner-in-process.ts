import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { openPosixSpawn } from './posix-spawn.ts';
import { serveSpawner } from './spawner-service.ts';
import type { OpenSpawnerEnd } from './spawner.ts';
import { forkStarter } from './task-process.ts';

/**
 * Opens a spawner that works in the thread of its program, for a program with one run and without heartbeats, such as that of a pod: a disk that hangs
 * delays nothing else there, and a second thread would take a quarter of the start of the program.
 */
export async function spawnerInProcess(platform = process.platform): Promise<OpenSpawnerEnd> {
  const starter = (await openPosixSpawn()) ?? forkStarter;
  return () => {
    const { port1, port2 } = new MessageChannel();
    serveSpawner(port2, starter, () => port2.close(), platform);
    port2.unref();
    return Object.assign(port1, { ended: once(port1, 'close') });
  };
}
