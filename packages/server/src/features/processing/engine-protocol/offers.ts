/** What an engine is offered while its claim is open. */
import { monotonicMilliseconds } from '../../../core/base/clock.ts';
import { endGone, stopsIn, topicsToWake } from '../task-executions/index.ts';
import { Bell } from './bell.ts';
import { look, takeBack, waitForWork, type Claiming, type OpenClaim } from './hand-out.ts';
import { EmptyPollCache } from './empty-poll-cache.ts';

/** What an engine is to do, and how long its claim had waited before the look that found it. */
export type Offer = Awaited<ReturnType<typeof look>> & { waitedMilliseconds: number };

/** Milliseconds after which a waiting engine looks again without a wake-up: the safety net under a lost hint. */
export const LOOK_AGAIN = 2000;
/** What is given to an engine that has just lost its network waits for its lease: not much of it, so the engine has to be heard of now and then. */
const LINGER = 2000;
/** Each of them has a number, and an engine names those of an answer that broke off one by one. */
const MOST_WITH_EXECUTIONS = 50;

/** The looks for what is to end are another matter than those for work. */
const stopsOf = (engine: string): string => `stops ${engine}`;

/** Whether it says nothing. */
export const isEmpty = ({ executions, stop }: Offer): boolean => executions.length === 0 && stop.length === 0;

/**
 * Offers work as soon as there is some, until half of the room is given, the asked wait is over, or some time after the first executions; an offer that
 * says nothing comes after each look that found nothing. Each look is one statement and its own transaction, since the wait between looks must not
 * hold one. An engine that was just given all there was need not look again before somebody is woken, and what is accepted at this process while it
 * waits is its own without a look.
 */
export async function* offers(call: Claiming): AsyncGenerator<Offer, void, void> {
  const { body, db, engine, processState, wakeups, signal } = call;
  const began = monotonicMilliseconds();
  const elapsed = (): number => Math.max(0, Math.floor(monotonicMilliseconds() - began));
  let until = began + body.waitMilliseconds;
  const { engineId, environment } = engine;
  const open: OpenClaim = { free: body.free, incarnation: body.incarnation, number: body.number, running: body.running ?? [] };
  const looks = processState.of(EmptyPollCache, () => new EmptyPollCache(LOOK_AGAIN));
  const [bell, stopBell] = [new Bell(), new Bell()];
  const forget = wakeups.listen(environment, () => bell.ring());
  const forgetStops = wakeups.listen(stopsIn(environment), () => {
    stopBell.ring();
    bell.ring();
  });
  try {
    if (body.gone?.length) wakeups.wake(topicsToWake(await db.transaction((tx) => endGone(tx, engineId, body.gone ?? []))));
    let given = 0;
    /** Notes down what the engine has been offered, and answers whether it should ask anew. */
    const isEnough = (offer: Offer): boolean => {
      if (take(open, offer)) {
        if (given === 0) until = Math.min(until, monotonicMilliseconds() + LINGER);
        given += 1;
      }
      // It may have more room by now than its claim has left.
      return given > 0 && (open.free <= body.free / 2 || given >= MOST_WITH_EXECUTIONS);
    };
    for (let rung = false; ;) {
      bell.consume();
      const toldToStop = stopBell.consume();
      // At each look: a claim that was given up may still take something while this one waits.
      await takeBack(call);
      const heard = wakeups.count(environment);
      const heardOfStops = wakeups.count(stopsIn(environment));
      const patient = !rung && body.waitMilliseconds >= LOOK_AGAIN;
      const holdsFor = patient ? looks.holdsFor(engineId, heard) : 0;
      const stops = toldToStop || (!rung && !(patient && looks.holdsFor(stopsOf(engineId), heardOfStops) > 0));
      const waitedMilliseconds = elapsed();
      const found = { ...(await look(call, open, { work: open.free > 0 && holdsFor === 0, stops })), waitedMilliseconds };
      if (holdsFor === 0 && found.executions.length < open.free) looks.note(engineId, heard);
      else if (holdsFor === 0) looks.forget(engineId);
      if (found.stop.length > 0) looks.forget(stopsOf(engineId));
      else if (stops) looks.note(stopsOf(engineId), heardOfStops);
      yield found;
      if (isEnough(found)) return;
      const left = until - monotonicMilliseconds();
      if (left <= 0) return;
      const waitBegan = elapsed();
      const waited = await waitForWork(call, open, bell, Math.min(left, holdsFor || LOOK_AGAIN));
      if (waited.executions.length > 0) {
        const handed = { executions: waited.executions, stop: [], waitedMilliseconds: waitBegan };
        yield handed;
        if (isEnough(handed)) return;
      }
      // Being given something rings too; who was woken besides that is seen by the number of wake-ups.
      rung = waited.rung && waited.executions.length === 0;
      // Nobody is there any more to take what another look would claim.
      if (signal.aborted) return;
    }
  } finally {
    forget();
    forgetStops();
  }
}

/** It has less room, holds more, and ends what it was told to end. Answers whether it was offered executions. */
function take(open: OpenClaim, { executions, stop }: Offer): boolean {
  if (stop.length > 0) open.running = open.running.filter(({ executionId }) => !stop.includes(executionId));
  if (executions.length === 0) return false;
  open.free -= executions.length;
  open.running = [...open.running, ...executions.map(({ executionId, fence }) => ({ executionId, fence }))];
  if (open.number !== undefined) open.number += 1;
  return true;
}
