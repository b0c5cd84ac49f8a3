/** Tests each connection in a thread of its own, which is terminated after a timeout. */
import { getCompileCacheDir } from 'node:module';
import { dirname, extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { OutboundRules } from '@millrace/wire/outbound-rules';
import type { Values } from './probe.ts';
import { NOT_UNDERSTOOD, TOO_LATE } from './reasons.ts';
import type { Probed, ProbeInput } from './worker.ts';

/** The outcome of a test; `isTried` is false if the server did not try to connect, so that the outcome says nothing about the connection. */
type Tried = { success: boolean; reason: string; isTried: boolean };

/** Timeouts in milliseconds of a probe and of its thread: the endpoint answers within 10 seconds. */
const PROBE_TIMEOUT = 8000;
const THREAD_TIMEOUT = 9000;
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
const MAX_RUNNING = 8;
/** The reason of a test that did not run. */
export const BUSY = `The server is testing ${MAX_RUNNING} connections, which is the limit: try again in a few seconds.`;

/** The number of connections that this process is testing. */
export class RunningProbes {
  count = 0;
}

/**
 * Tests a connection; refuses if too many tests are running.
 * @rule connections.test.busy
 */
export async function tryConnection(
  running: RunningProbes,
  app: string,
  values: Values,
  rules: OutboundRules,
  signal: AbortSignal,
): Promise<Tried> {
  if (running.count >= MAX_RUNNING) return { success: false, reason: BUSY, isTried: false };
  running.count += 1;
  try {
    return await inThread({ app, values, rules, milliseconds: PROBE_TIMEOUT }, signal);
  } finally {
    running.count -= 1;
  }
}

function inThread(task: ProbeInput, signal: AbortSignal): Promise<Tried> {
  const { promise, resolve } = Promise.withResolvers<Tried>();
  // Libraries read passwords and addresses from environment variables, so the thread gets one only: where compiled code is cached, which halves the
  // time of its start. Node reports a folder of its version, which is in the folder that the variable names.
  const cache = getCompileCacheDir();
  const worker = new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: task,
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
    resourceLimits: MEMORY,
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  worker.once('message', ({ isClosed, ...result }: Probed) => resolve({ ...result, isTried: !isClosed }));
  worker.on('error', () => resolve({ success: false, reason: NOT_UNDERSTOOD, isTried: true }));
  worker.once('exit', () => resolve({ success: false, reason: NOT_UNDERSTOOD, isTried: true }));
  const timeOut = (): void => resolve({ success: false, reason: TOO_LATE, isTried: true });
  const timer = setTimeout(timeOut, THREAD_TIMEOUT);
  signal.addEventListener('abort', timeOut, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', timeOut);
    void worker.terminate();
  });
}
