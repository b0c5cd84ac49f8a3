/**
 * Loaded first into each process of tests: ends one that hangs. Node asks such a process to end by SIGTERM, and waits without end for one that handles
 * this signal, as programs that stop in an orderly way do.
 */
import { writeSync } from 'node:fs';

/** Milliseconds that a test file may take, also on a machine that is busy with other work. */
const FILE_MILLISECONDS = 600_000;

let underWay = process.argv[1] ?? '';
let watchdog: NodeJS.Timeout | undefined;

/** Starts the time again, for a process that runs several files in turn. */
export function beginFile(file: string): void {
  underWay = file;
  watchdog?.refresh();
}

/** Says what keeps this process and kills it, unless it ends earlier. */
function endWhenHanging(): void {
  watchdog = setTimeout(() => {
    writeSync(2, `${underWay} hangs and is killed; it is kept by: ${process.getActiveResourcesInfo().join(', ')}\n`);
    process.kill(process.pid, 'SIGKILL');
  }, FILE_MILLISECONDS);
  watchdog.unref();
}

// Programs that tests start inherit no options of Node, so this is a process of tests and nothing else.
if (process.env['NODE_TEST_CONTEXT'] !== undefined) endWhenHanging();
