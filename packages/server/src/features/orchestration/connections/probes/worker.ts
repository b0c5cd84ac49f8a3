/** The thread in which one connection is tried: what a hostile server does to a library ends with it, and so does all that was loaded. */
import { parentPort, workerData } from 'node:worker_threads';
import { Outbound } from '../../../../core/outbound/outbound.ts';
import type { OutboundRules } from '../../../../core/outbound/outbound-rules.ts';
import { loadProbe } from './apps.ts';
import type { Values } from './probe.ts';
import { reasonOf } from './reasons.ts';

/** What the thread is given. */
export type Task = { app: string; values: Values; rules: OutboundRules; milliseconds: number };

async function tryOut({ app, values, rules, milliseconds }: Task): Promise<{ success: boolean; reason: string }> {
  try {
    const probe = await loadProbe(app);
    if (!probe) throw new Error('No probe');
    return { success: true, reason: await probe(values, new Outbound(rules), AbortSignal.timeout(milliseconds)) };
  } catch (error) {
    return { success: false, reason: reasonOf(error, values.values()) };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
if (import.meta.main) parentPort?.postMessage(await tryOut(workerData as Task));
