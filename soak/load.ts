/** Starts executions at a steady pace, whatever becomes of them, and remembers what was promised. */
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '@millrace/contract/client';
import type { Estate } from './estate.ts';
import type { Stage } from './stage.ts';
import type { Stopwatch } from './stopwatch.ts';

/** What the load was told. */
export type Promised = {
  /** Executions that were answered with 201. */
  accepted: string[];
  /** Starts that were refused, by their status. */
  refused: Map<number, number>;
  /** Starts whose answer never came: they may exist or not. */
  unanswered: number;
};

/** Seconds for which a load goes on at most because what it is there for has not happened: a busy machine is slow to break things. */
const LONGER = 120;

/**
 * Starts so many executions a second until the time is over and enough has been broken, and waits for the last answer; a stopwatch measures each start.
 */
export async function load(
  stage: Stage,
  { client, tasks }: Estate,
  perSecond: number,
  { stopwatch, isEnough = () => true }: { stopwatch?: Stopwatch; isEnough?(): boolean } = {},
): Promise<Promised> {
  const promised: Promised = { accepted: [], refused: new Map(), unanswered: 0 };
  const calls = new Set<Promise<void>>();
  const began = performance.now();
  const goesOn = (number: number): boolean =>
    number < stage.seconds * perSecond || (!isEnough() && number < (stage.seconds + LONGER) * perSecond);
  for (let number = 0; goesOn(number); number += 1) {
    await wait(Math.max(0, began + (number * 1000) / perSecond - performance.now()));
    const executable = tasks[number % tasks.length] ?? '';
    // Most are short; some go on over several kills.
    const pause = stage.random() < 0.03 ? 2 : stage.random() * 0.1;
    const start = () => startOne(client, promised, { executable, parameters: { pause: pause.toFixed(3) } });
    const call = stopwatch ? stopwatch.time('start', start) : start();
    calls.add(call);
    void call.then(() => calls.delete(call));
  }
  await Promise.all(calls);
  return promised;
}

async function startOne(
  client: Estate['client'],
  promised: Promised,
  body: { executable: string; parameters: Record<string, string> },
): Promise<void> {
  try {
    const answer = await client.call('POST /processing/executions', { body, signal: AbortSignal.timeout(15_000) });
    promised.accepted.push(answer.body.executionId);
  } catch (error) {
    if (error instanceof ApiError) promised.refused.set(error.status, (promised.refused.get(error.status) ?? 0) + 1);
    else promised.unanswered += 1;
  }
}
