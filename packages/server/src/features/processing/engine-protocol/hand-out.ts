/** One look for work: what an engine is given, and what goes back to the queue. */
import { reach } from '@millrace/contract/fault-points';
import { nowMilliseconds } from '../../../core/clock.ts';
import type { Call } from '../../../core/endpoint.ts';
import { claim, giveBackClaimed, giveBackUnanswered } from '../task-executions/index.ts';
import { giveParameters } from './give-parameters.ts';
import { closeClaims, selectStops } from './queries.ts';

type Claiming = Call<'POST /engine/v1/claims', 'engine'>;

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
export async function look(call: Claiming, signal: AbortSignal, asks: { work: boolean; stops: boolean }) {
  const { body, engine, db, limits, log, wakeups } = call;
  const { incarnation, number, running = [] } = body;
  const began = nowMilliseconds();
  if (asks.work) reach('claim.before-commit');
  const [claimed, stops] = await Promise.all([
    asks.work ? claim(db.writer, engine, { most: body.free, ...limits, incarnation, number }) : [],
    asks.stops && running.length > 0 ? selectStops(db.reader, engine.engineId, running) : [],
  ]);
  if (claimed.length > 0) reach('claim.after-commit');
  try {
    const executions = await giveParameters(call, claimed, began);
    signal.throwIfAborted();
    return { executions, stop: stops.map((one) => one.id) };
  } catch (error) {
    if (claimed.length > 0) {
      log.warn({ err: error, executions: claimed.map((one) => one.id) }, 'claimed executions could not be handed out and go back');
      await giveBackClaimed(db.writer, engine.engineId, claimed);
      wakeups.wake([engine.environment]);
    }
    if (signal.aborted) return { executions: [], stop: [] };
    throw error;
  }
}
