/** Offers work to an engine while its claim is open. */
import { endGone, topicsToWake } from '../task-executions/index.ts';
import { ClaimWakeups, type WakeupCounts } from './claim-wakeups.ts';
import { EmptyPollCache } from './empty-poll-cache.ts';
import { poll, requeueUnanswered, waitForWork, type Claiming } from './hand-out.ts';
import { OpenClaim, type Orders } from './open-claim.ts';

/** What an engine is to start and to end, and how long its claim had waited before the poll that found it. */
export type Offer = Orders & { waitedMilliseconds: number };

/** Milliseconds after which a waiting claim polls again without a wake-up, because a wake-up may be lost. */
export const POLL_MILLISECONDS = 2000;

/** Whether the engine has nothing to do. */
export const isEmpty = ({ executions, stop }: Offer): boolean => executions.length === 0 && stop.length === 0;

/**
 * Polls and waits in turn, and offers what it finds; a poll that finds nothing gives an empty offer. Each poll is a transaction of its own, so that
 * none is open during a wait. The claim ends when the engine has got half of the executions that it asked for, when the time that it asked for is
 * over, a short time after its first executions, or when the engine closes the connection.
 */
export async function* offers(call: Claiming): AsyncGenerator<Offer, void, void> {
  const open = new OpenClaim(call.body);
  const wakeups = new ClaimWakeups(call.wakeups, call.engine.environment);
  try {
    await endGoneExecutions(call);
    let isWoken = false;
    for (;;) {
      wakeups.any.consume();
      const mayHaveStops = wakeups.stops.consume();
      // Before each poll: an earlier claim of the engine may have taken executions while this one waited.
      await requeueUnanswered(call);
      const plan = planPoll(call, wakeups.counts(), isWoken, mayHaveStops);
      const waitedMilliseconds = open.elapsed();
      const found = await poll(call, open, { work: plan.work && open.free > 0, stops: plan.stops });
      rememberEmpty(call, plan, found, open.free);
      yield { ...found, waitedMilliseconds };
      open.record(found);
      if (open.isServed() || open.timeLeft() <= 0) return;

      const waitBegan = open.elapsed();
      const waited = await waitForWork(call, open, wakeups.any, Math.min(open.timeLeft(), plan.nextPoll));
      const isHandedOver = waited.executions.length > 0;
      if (isHandedOver) {
        const handedOver = { executions: waited.executions, stop: [], waitedMilliseconds: waitBegan };
        yield handedOver;
        open.record(handedOver);
        if (open.isServed()) return;
      }
      if (call.signal.aborted) return;
      // A hand-over sets the flag, too. A wake-up besides it has changed the count of wake-ups, so the next poll is not skipped.
      isWoken = waited.isWoken && !isHandedOver;
    }
  } finally {
    wakeups.close();
  }
}

/** Ends the executions of earlier processes of the engine, which have ended. */
async function endGoneExecutions({ body, db, engine, wakeups }: Claiming): Promise<void> {
  const { gone = [] } = body;
  if (gone.length > 0) wakeups.wake(topicsToWake(await db.transaction((tx) => endGone(tx, engine.engineId, gone))));
}

/** What the next poll asks for, the counts of wake-ups before it, and the milliseconds after which the poll that follows is due. */
type PollPlan = { work: boolean; stops: boolean; counts: WakeupCounts; nextPoll: number };

/** Leaves out what an earlier poll did not find, until that is too old or a wake-up comes. A claim that hardly waits always polls. */
function planPoll(call: Claiming, counts: WakeupCounts, isWoken: boolean, mayHaveStops: boolean): PollPlan {
  const { engineId } = call.engine;
  const usesCache = !isWoken && call.body.waitMilliseconds >= POLL_MILLISECONDS;
  const noWorkFor = usesCache ? emptyPolls(call).validFor('work', engineId, counts.work) : 0;
  const noStopsFor = usesCache ? emptyPolls(call).validFor('stops', engineId, counts.stops) : 0;
  return {
    work: noWorkFor === 0,
    stops: mayHaveStops || (!isWoken && noStopsFor === 0),
    counts,
    nextPoll: noWorkFor || POLL_MILLISECONDS,
  };
}

/** Notes for later polls of the engine what this one did not find. It found all work if it filled less than the free places. */
function rememberEmpty(call: Claiming, { work, stops, counts }: PollPlan, { executions, stop }: Orders, free: number): void {
  const { engineId } = call.engine;
  if (work && executions.length < free) emptyPolls(call).note('work', engineId, counts.work);
  else if (work) emptyPolls(call).forget('work', engineId);
  if (stop.length > 0) emptyPolls(call).forget('stops', engineId);
  else if (stops) emptyPolls(call).note('stops', engineId, counts.stops);
}

const emptyPolls = ({ processState }: Claiming): EmptyPollCache =>
  processState.of(EmptyPollCache, () => new EmptyPollCache(POLL_MILLISECONDS));
