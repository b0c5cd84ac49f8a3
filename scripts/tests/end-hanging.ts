/**
 * Loaded first into each process of tests: ends one that hangs. Node asks such a process to end by SIGTERM, and waits without end for one that handles
 * this signal, as programs that stop in an orderly way do.
 */
import { writeSync } from 'node:fs';

/** Milliseconds after which Node gives up a process of tests. */
export const PATIENCE_MILLISECONDS = 300_000;
const GRACE_MILLISECONDS = 10_000;

/** Says what keeps this process and kills it, unless it ends earlier. */
function endWhenHanging(): void {
  const hanging = setTimeout(() => {
    const [, file = ''] = process.argv;
    writeSync(2, `${file} hangs and is killed; it is kept by: ${process.getActiveResourcesInfo().join(', ')}\n`);
    process.kill(process.pid, 'SIGKILL');
  }, PATIENCE_MILLISECONDS + GRACE_MILLISECONDS);
  hanging.unref();
}

// Programs that tests start inherit no options of Node, so this is a process of tests and nothing else.
if (process.env['NODE_TEST_CONTEXT'] !== undefined) endWhenHanging();
