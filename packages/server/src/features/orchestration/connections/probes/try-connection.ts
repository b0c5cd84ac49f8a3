/** Trying connections, each in a thread that is ended when it takes too long, whatever it does. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Schema } from '@millrace/contract';
import type { OutboundRules } from '../../../../core/outbound/outbound-rules.ts';
import type { Values } from './probe.ts';
import { NOT_UNDERSTOOD, TOO_LATE } from './reasons.ts';
import type { Task } from './worker.ts';

type Result = Schema<'ConnectionTest'>;

/** Milliseconds after which a probe gives up, and after which its thread is ended: the answer comes within 10 seconds. */
const PATIENCE = 8000;
const LAST = 9000;
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
const AT_ONCE = 8;
const BUSY = 'As many connections are being tested as this server tests at once: try again in a few seconds.';

/** The number of connections that this process is testing. */
export class RunningProbes {
  count = 0;
}

/**
 * Opens a connection and says whether that works.
 * @rule connections.test.busy
 */
export async function tryConnection(
  running: RunningProbes,
  app: string,
  values: Values,
  rules: OutboundRules,
  signal: AbortSignal,
): Promise<Result> {
  if (running.count >= AT_ONCE) return { success: false, reason: BUSY };
  running.count += 1;
  try {
    return await inThread({ app, values, rules, milliseconds: PATIENCE }, signal);
  } finally {
    running.count -= 1;
  }
}

function inThread(task: Task, signal: AbortSignal): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<Result>();
  // Without an environment: libraries look for passwords and addresses there.
  const worker = new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: task,
    env: {},
    resourceLimits: MEMORY,
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  worker.once('message', resolve);
  worker.on('error', () => resolve({ success: false, reason: NOT_UNDERSTOOD }));
  worker.once('exit', () => resolve({ success: false, reason: NOT_UNDERSTOOD }));
  const giveUp = (): void => resolve({ success: false, reason: TOO_LATE });
  const last = setTimeout(giveUp, LAST);
  signal.addEventListener('abort', giveUp, { once: true });
  return promise.finally(() => {
    clearTimeout(last);
    signal.removeEventListener('abort', giveUp);
    void worker.terminate();
  });
}
