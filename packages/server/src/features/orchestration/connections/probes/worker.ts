/** The thread that tests one connection: if a hostile server damages the state of a library, the damage ends with the thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { AddressClosed, Outbound } from '../../../../core/outbound/outbound.ts';
import type { OutboundRules } from '@millrace/wire/outbound-rules';
import { loadProbe } from './apps.ts';
import type { Values } from './probe.ts';
import { reasonOf } from './reasons.ts';

/** The input of the thread; `milliseconds` is the timeout of the probe. */
export type ProbeInput = { app: string; values: Values; rules: OutboundRules; milliseconds: number };

/** The outcome of a probe; `isClosed`: the rules for outbound connections forbid the address, so that no connection was tried. */
export type Probed = { success: boolean; reason: string; isClosed: boolean };

async function runProbe({ app, values, rules, milliseconds }: ProbeInput): Promise<Probed> {
  try {
    const probe = await loadProbe(app);
    if (!probe) throw new Error('No probe');
    return { success: true, reason: await probe(values, new Outbound(rules), AbortSignal.timeout(milliseconds)), isClosed: false };
  } catch (error) {
    return { success: false, reason: reasonOf(error, values.values()), isClosed: error instanceof AddressClosed };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
if (import.meta.main) parentPort?.postMessage(await runProbe(workerData as ProbeInput));
