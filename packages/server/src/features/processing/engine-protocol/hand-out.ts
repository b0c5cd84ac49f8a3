/** Polls the database for work, waits for work, and hands executions to an engine or puts them back into the queue. */
import { reachFaultPoint } from '@millrace/wire/fault-points';
import type { Schema } from '@millrace/contract';
import { nowMilliseconds } from '../../../core/base/clock.ts';
import type { Call } from '../../../core/http/endpoint.ts';
import { claim, giveBackClaimed, giveBackUnanswered, waitingClaims, type ClaimedRow } from '../task-executions/index.ts';
import { closeClaims } from '../remote-engines/index.ts';
import { giveParameters } from './give-parameters.ts';
import { selectStops } from './queries.ts';
import type { WakeupFlag } from './wakeup-flag.ts';

/** The executions that an engine must start, and those that it must end. */
export type Orders = { executions: Schema<'ClaimedExecution'>[]; stop: string[] };

/** The call of an engine that asks for work. */
export type Claiming = Call<'POST /engine/v1/claims', 'engine'>;

/** Puts the executions of claims whose answers did not reach the engine back into the queue. The engine names those claims. */
export async function requeueUnanswered({ body, db, engine, wakeups }: Claiming): Promise<void> {
  const { incarnation, number = Infinity, unanswered = [] } = body;
  if (incarnation === undefined || unanswered.length === 0) return;
  // Only earlier claims are closed: this one stays open, even if the engine names it.
  const last = Math.max(0, ...unanswered.filter((claimNumber) => claimNumber < number));
  if (last > 0) await closeClaims(db.writer, engine.engineId, incarnation, last);
  const back = await db.transaction((tx) => giveBackUnanswered(tx, engine.engineId, incarnation, unanswered));
  if (back.length > 0) wakeups.wake([engine.environment]);
}

/** Polls the database for the chosen targets: claims executions, and reads which running executions the engine is to end. */
export async function poll(call: Claiming, targets: { work: boolean; stops: boolean }): Promise<Orders> {
  const { engine, db, limits, signal } = call;
  const { free, incarnation, number, running = [] } = call.body;
  const began = nowMilliseconds();
  if (targets.work) reachFaultPoint('claim.before-commit');
  const [claimed, stops] = await Promise.all([
    targets.work ? claim(db.writer, engine, { most: free, ...limits, incarnation, number }) : [],
    targets.stops && running.length > 0 ? selectStops(db.reader, engine.engineId, running) : [],
  ]);
  if (claimed.length > 0) reachFaultPoint('claim.after-commit');
  return { executions: await handOut(call, claimed, began), stop: signal.aborted ? [] : stops.map(({ id }) => id) };
}

/**
 * Waits for a wake-up, for at most so many milliseconds. Meanwhile this process may hand over executions that it accepts; these need no poll.
 * `isWoken` is true after a wake-up and after a hand-over.
 */
export async function waitForWork(call: Claiming, wakeup: WakeupFlag, milliseconds: number) {
  const { engine, limits, processState, signal } = call;
  const { free, incarnation, number } = call.body;
  const idle = { ...engine, free, incarnation, number, leaseSeconds: limits.leaseSeconds };
  const stopWaiting = waitingClaims(processState).wait(idle, () => wakeup.set());
  const isWoken = await wakeup.wait(milliseconds, signal);
  const handedOver = await stopWaiting();
  return { isWoken, executions: handedOver.length > 0 ? await handOut(call, handedOver, nowMilliseconds()) : [] };
}

/**
 * Adds parameters and secrets to claimed executions. The executions go back into the queue if that fails, or if the engine has closed its connection.
 * `began` is the time of the claim, in milliseconds.
 */
async function handOut(call: Claiming, claimed: readonly ClaimedRow[], began: number): Promise<Schema<'ClaimedExecution'>[]> {
  const { engine, db, log, signal, wakeups } = call;
  try {
    const executions = await giveParameters(call, claimed, began);
    signal.throwIfAborted();
    return executions;
  } catch (error) {
    if (claimed.length > 0) {
      log.warn(
        { err: error, executions: claimed.map(({ id }) => id) },
        'claimed executions could not be handed out and go back to the queue',
      );
      await giveBackClaimed(db.writer, engine.engineId, claimed);
      wakeups.wake([engine.environment]);
    }
    if (signal.aborted) return [];
    throw error;
  }
}
