/** Looks for work, and waits for it: what an engine is given, and what goes back to the queue. */
import { reach } from '@millrace/contract/fault-points';
import { nowMilliseconds } from '../../../core/base/clock.ts';
import type { Call } from '../../../core/http/endpoint.ts';
import { claim, giveBackClaimed, giveBackUnanswered, waitingClaims, type ClaimedRow } from '../task-executions/index.ts';
import type { Bell } from './bell.ts';
import { giveParameters } from './give-parameters.ts';
import { closeClaims, selectStops, type Lease } from './queries.ts';

/** The call of an engine that asks for work. */
export type Claiming = Call<'POST /engine/v1/claims', 'engine'>;

/** What a claim that is open still takes, under which name, and what its engine runs and is not ending. */
export type OpenClaim = { free: number; incarnation: string | undefined; number: number | undefined; running: readonly Lease[] };

/** Puts back what claims took that the engine gave up. */
export async function takeBack({ body, db, engine, wakeups }: Claiming): Promise<void> {
  const { incarnation, number = Infinity, unanswered = [] } = body;
  if (incarnation === undefined || unanswered.length === 0) return;
  // A claim cannot give itself up, nor one that is still to come.
  const last = Math.max(0, ...unanswered.filter((one) => one < number));
  if (last > 0) await closeClaims(db.writer, engine.engineId, incarnation, last);
  const back = await db.transaction((tx) => giveBackUnanswered(tx, engine.engineId, incarnation, unanswered));
  if (back.length > 0) wakeups.wake([engine.environment]);
}

/** Takes work for the engine as far as there is some, and puts back what cannot be handed out; finds what a person asked to end. */
export async function look(call: Claiming, open: OpenClaim, asks: { work: boolean; stops: boolean }) {
  const { engine, db, limits, signal } = call;
  const { free, incarnation, number, running } = open;
  const began = nowMilliseconds();
  if (asks.work) reach('claim.before-commit');
  const [claimed, stops] = await Promise.all([
    asks.work ? claim(db.writer, engine, { most: free, ...limits, incarnation, number }) : [],
    asks.stops && running.length > 0 ? selectStops(db.reader, engine.engineId, running) : [],
  ]);
  if (claimed.length > 0) reach('claim.after-commit');
  return { executions: await handOut(call, claimed, began), stop: signal.aborted ? [] : stops.map((one) => one.id) };
}

/** Waits until the bell rings, or so long; what is accepted at this process meanwhile may be the engine's without a look. */
export async function waitForWork(call: Claiming, open: OpenClaim, bell: Bell, milliseconds: number) {
  const { engine, limits, processState, signal } = call;
  const { free, incarnation, number } = open;
  const claim = { ...engine, free, incarnation, number, leaseSeconds: limits.leaseSeconds };
  const stopWaiting = waitingClaims(processState).wait(claim, () => bell.ring());
  const rung = await bell.wait(milliseconds, signal);
  const given = await stopWaiting();
  return { rung, executions: given.length > 0 ? await handOut(call, given, nowMilliseconds()) : [] };
}

/**
 * What the engine is told of what was taken for it; that goes back where it cannot be told, or nobody is there any more. `began` is when it was asked
 * for.
 */
async function handOut(call: Claiming, claimed: readonly ClaimedRow[], began: number) {
  const { engine, db, log, signal, wakeups } = call;
  try {
    const executions = await giveParameters(call, claimed, began);
    signal.throwIfAborted();
    return executions;
  } catch (error) {
    if (claimed.length > 0) {
      log.warn({ err: error, executions: claimed.map((one) => one.id) }, 'claimed executions could not be handed out and go back');
      await giveBackClaimed(db.writer, engine.engineId, claimed);
      wakeups.wake([engine.environment]);
    }
    if (signal.aborted) return [];
    throw error;
  }
}
