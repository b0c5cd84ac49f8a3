/** Starts executions at a constant rate, without waiting for them, and records the answers. */
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '@millrace/contract/client';
import type { Installation } from './installation.ts';
import type { Stage } from './stage.ts';
import type { Stopwatch } from './stopwatch.ts';

/** The answers to the load. */
export type LoadAnswers = {
  /** The executions that were accepted with 201. */
  accepted: string[];
  /** The number of refused starts, by status. */
  refused: Map<number, number>;
  /** The errors of the starts without an answer. Their executions may exist or not. */
  unanswered: string[];
};

/** The default of `extraSeconds`. On a busy machine, failures need more time to happen. */
const EXTRA_SECONDS = 120;

/**
 * Starts `perSecond` executions a second until the time is over and `isEnough` returns true, but at most for `extraSeconds` after the time, and waits for
 * the last answer. A stopwatch measures each start. `onAccepted` is called at each answer 201. `pause` returns the seconds between two lines of the next
 * execution.
 */
export async function load(
  stage: Stage,
  { client, tasks }: Pick<Installation, 'client' | 'tasks'>,
  perSecond: number,
  {
    stopwatch,
    isEnough = () => true,
    extraSeconds = EXTRA_SECONDS,
    pause = () => pauseOf(stage),
    onAccepted,
  }: { stopwatch?: Stopwatch; isEnough?(): boolean; extraSeconds?: number; pause?(): number; onAccepted?(execution: string): void } = {},
): Promise<LoadAnswers> {
  const answers: LoadAnswers = { accepted: [], refused: new Map(), unanswered: [] };
  const calls = new Set<Promise<void>>();
  const startedAt = performance.now();
  const continues = (number: number): boolean =>
    number < stage.seconds * perSecond || (!isEnough() && number < (stage.seconds + extraSeconds) * perSecond);
  for (let number = 0; continues(number); number += 1) {
    await wait(Math.max(0, startedAt + (number * 1000) / perSecond - performance.now()));
    const executable = tasks[number % tasks.length] ?? '';
    const parameters = { pause: pause().toFixed(3) };
    const start = () => startExecutionOf(client, answers, { executable, parameters }, onAccepted);
    const call = stopwatch ? stopwatch.time('start', start) : start();
    calls.add(call);
    void call.then(() => calls.delete(call));
  }
  await Promise.all(calls);
  return answers;
}

/** Returns seconds between two lines: most executions take less than half a second, and 3 % take ten seconds, so that some run at each kill. */
const pauseOf = (stage: Stage): number => (stage.random() < 0.03 ? 2 : stage.random() * 0.1);

async function startExecutionOf(
  client: Installation['client'],
  answers: LoadAnswers,
  body: { executable: string; parameters: Record<string, string> },
  onAccepted?: (execution: string) => void,
): Promise<void> {
  try {
    const answer = await client.call('POST /processing/executions', { body, signal: AbortSignal.timeout(15_000) });
    answers.accepted.push(answer.body.executionId);
    onAccepted?.(answer.body.executionId);
  } catch (error) {
    if (error instanceof ApiError) answers.refused.set(error.status, (answers.refused.get(error.status) ?? 0) + 1);
    else {
      const cause = error instanceof Error && error.cause !== undefined ? `, because of ${String(error.cause)}` : '';
      answers.unanswered.push(`A start: ${String(error)}${cause}`);
    }
  }
}
