/**
 * Loaded first into each process of tests: kills a process that hangs. Node only sends SIGTERM to such a process. A process that handles this signal,
 * as programs do that stop in an orderly way, would keep Node waiting for ever.
 */
import { writeSync } from 'node:fs';

/** Milliseconds that a test file may take, also on a machine that is busy with other work. */
const FILE_MILLISECONDS = 600_000;

let currentFile = process.argv[1] ?? '';
let watchdog: NodeJS.Timeout | undefined;

/** Restarts the time limit, for a process that runs several files in turn. */
export function beginFile(file: string): void {
  currentFile = file;
  watchdog?.refresh();
}

/** Kills this process after the time limit, and prints the resources that keep it alive. */
function endWhenHanging(): void {
  watchdog = setTimeout(() => {
    writeSync(2, `${currentFile} hangs and is killed; these resources keep it alive: ${process.getActiveResourcesInfo().join(', ')}\n`);
    process.kill(process.pid, 'SIGKILL');
  }, FILE_MILLISECONDS);
  watchdog.unref();
}

// Programs that tests start do not inherit the options of Node: only processes of tests load this module.
if (process.env['NODE_TEST_CONTEXT'] !== undefined) endWhenHanging();
