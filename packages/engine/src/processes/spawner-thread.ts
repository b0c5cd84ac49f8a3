/** The thread that creates the folders of runs and starts their processes by synchronous system calls, so that these do not block the agent. */
import { parentPort } from 'node:worker_threads';
import { openPosixSpawn } from './posix-spawn.ts';
import { serveSpawner } from './spawner-service.ts';
import { forkStarter } from './task-process.ts';

if (import.meta.main && parentPort) {
  serveSpawner(parentPort, (await openPosixSpawn()) ?? forkStarter, () => process.exit());
}
