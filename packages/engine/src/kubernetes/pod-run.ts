/** Runs one claimed execution within its pod, with the code that an engine uses for every run, and writes frames in place of reports. */
import type { Schema } from '@millrace/contract';
import { decodeChunk } from '@millrace/wire/log-chunks';
import { NO_TRACING } from '@millrace/wire/tracing';
import { send } from '../control-plane/http.ts';
import { Reporter } from '../control-plane/reporter.ts';
import { DeployFault } from '../program/faults.ts';
import { messageOf, type OwnLog } from '../program/own-log.ts';
import { Backoff, sleepUnlessAborted } from '../program/waiting.ts';
import { Execution } from '../runs/execution.ts';
import { openMachine } from '../runs/machine.ts';
import { TASK_GRACE_MILLISECONDS } from '../runs/runner.ts';
import { frameText } from './frames.ts';
import { openPodMemory } from './pod-memory.ts';
import { type PodOrder, unpackedBundleOf } from './pod-order.ts';

/** Options of a run in a pod. Tests shorten the times. */
export type PodRunOptions = {
  /** A waiting pod gets it later; undefined if it never does. */
  order: PodOrder | Promise<PodOrder | undefined>;
  folder: string;
  environment: NodeJS.ProcessEnv;
  log: OwnLog;
  /** Resolves when the text has left this process. */
  write: (text: string) => Promise<void>;
  /** Ends the task after a grace period. */
  stop: AbortSignal;
  graceMilliseconds?: number;
  timeoutUnitMilliseconds?: number;
  giveUpMilliseconds?: number;
  /** Where the control groups are mounted; only tests name another place. */
  controlGroups?: string;
};

/** Runs the execution; resolves to its outcome when its frames are written. */
export async function runInPod(options: PodRunOptions): Promise<Schema<'FinishReport'>['outcome'] | undefined> {
  const { folder, environment, log, write, stop } = options;
  let order: PodOrder | undefined;
  const ordered = Promise.resolve(options.order);
  // Awaited below, when the program is loaded.
  ordered.catch(() => {});
  const ending = new AbortController();
  // Keeps this process alive: neither the process of the task nor an open call does.
  const keepAlive = setInterval(() => {}, 3_600_000);
  const fetch = (hash: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> =>
    order ? fetchContent(order.content, hash, signal, options.giveUpMilliseconds) : Promise.reject(new Error('The pod has no order'));
  const isolation = { within: `the pod ${environment['HOSTNAME'] ?? ''}`.trim() };
  try {
    const machine = await openMachine({ folder, environment, log, isolation, fetch, signal: ending.signal });
    let outcome: Schema<'FinishReport'>['outcome'] | undefined;
    const finished = (finish: Schema<'FinishReport'>): void => void (outcome = finish.outcome);
    try {
      order = await ordered;
      if (!order) return undefined;
      if (order.bundle) machine.smallBundles.hold(order.claim.bundle.hash, unpackedBundleOf(order.bundle));
      const { url } = order;
      const execution = new Execution(order.claim, {
        ...machine,
        name: order.engine,
        ...(url !== undefined && { url: () => url }),
        health: { began: () => {}, failed: () => {} },
        limiter: () => openPodMemory(options.controlGroups),
        reporter: new Reporter({ protocol: frameWriter(write, finished), log, signal: ending.signal, deleted: () => {} }),
        log,
        tracing: NO_TRACING,
        graceMilliseconds: options.graceMilliseconds ?? TASK_GRACE_MILLISECONDS,
        timeoutUnitMilliseconds: options.timeoutUnitMilliseconds ?? 60_000,
        ended: () => {},
      });
      const end = (): void => execution.stop('terminated');
      if (stop.aborted) end();
      else stop.addEventListener('abort', end, { once: true });
      await execution.done;
      return outcome;
    } finally {
      ending.abort(new Error('The run is over'));
      await machine.close();
    }
  } finally {
    clearInterval(keepAlive);
  }
}

/** Receives reports in place of a control plane, and writes them as frames. */
function frameWriter(
  write: (text: string) => Promise<void>,
  finished: (finish: Schema<'FinishReport'>) => void,
): ConstructorParameters<typeof Reporter>[0]['protocol'] {
  return {
    online: true,
    // A report is answered when its text has left this process. So a full pipe slows the task down, and the program ends after its last frame.
    async report({ starts = [], logs = [], finishes = [] }) {
      let text = '';
      for (const { startedAt } of starts) text += frameText({ frame: 'started', at: startedAt });
      for (const { firstIndex, chunk } of logs) {
        for (const [index, line] of decodeChunk(Buffer.from(chunk, 'base64')).entries())
          text += frameText({ frame: 'line', number: firstIndex + index, ...line });
      }
      for (const finish of finishes) {
        const { executionId: _id, fence: _fence, ...rest } = finish;
        text += frameText({ frame: 'ended', finish: rest });
        finished(finish);
      }
      await write(text);
      return { refused: [] };
    },
  };
}

/** The time for which a pod tries to reach the agent: longer than an agent needs to start again. */
const GIVE_UP_MILLISECONDS = 60_000;
/** Once connected, the agent may first download the content itself. */
const ANSWER_MILLISECONDS = 600_000;

/** Fetches content by its SHA-256. Rejects with a `DeployFault` when the agent refuses it, or cannot be reached for a minute. */
export async function fetchContent(
  { url, token }: PodOrder['content'],
  hash: string,
  signal: AbortSignal,
  giveUpMilliseconds = GIVE_UP_MILLISECONDS,
): Promise<ReadableStream<Uint8Array>> {
  const until = performance.now() + giveUpMilliseconds;
  const backoff = new Backoff();
  for (;;) {
    const answer = await ask(`${url}/content/${hash}`, token, signal);
    if (typeof answer !== 'string' && answer.ok && answer.body) return answer.body;
    signal.throwIfAborted();
    const reason = typeof answer === 'string' ? answer : await reasonOf(answer);
    // An agent that was started again knows the token only after it has adopted its runs.
    const isFinal = typeof answer !== 'string' && answer.status !== 503 && answer.status !== 401;
    if (isFinal || performance.now() > until)
      throw new DeployFault('BUNDLE_UNAVAILABLE', `The pod could not fetch content from the agent of its environment at ${url}: ${reason}`);
    await sleepUnlessAborted(backoff.next(), signal);
  }
}

/** Returns the answer, or the reason why there is none. */
async function ask(address: string, token: string, signal: AbortSignal): Promise<Awaited<ReturnType<typeof send>> | string> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MILLISECONDS)]);
  try {
    return await send(address, { headers: { authorization: `Bearer ${token}` }, signal: limit });
  } catch (error) {
    return messageOf(error);
  }
}

async function reasonOf(answer: Pick<Response, 'status' | 'text'>): Promise<string> {
  const text = await answer.text().catch(() => '');
  return `it answered ${answer.status}${text === '' ? '' : `, ${text.trim().slice(0, 1000)}`}`;
}
