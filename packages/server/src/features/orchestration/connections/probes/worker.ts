/** The thread that tests one connection: if a hostile server damages the state of a library, the damage ends with the thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { Outbound } from '../../../../core/outbound/outbound.ts';
import type { OutboundRules } from '../../../../core/outbound/outbound-rules.ts';
import { loadProbe } from './apps.ts';
import type { Values } from './probe.ts';
import { reasonOf } from './reasons.ts';

/** The input of the thread; `milliseconds` is the timeout of the probe. */
export type Task = { app: string; values: Values; rules: OutboundRules; milliseconds: number };

async function runProbe({ app, values, rules, milliseconds }: Task): Promise<{ success: boolean; reason: string }> {
  try {
    const probe = await loadProbe(app);
    if (!probe) throw new Error('No probe');
    return { success: true, reason: await probe(values, new Outbound(rules), AbortSignal.timeout(milliseconds)) };
  } catch (error) {
    return { success: false, reason: reasonOf(error, values.values()) };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
if (import.meta.main) parentPort?.postMessage(await runProbe(workerData as Task));
