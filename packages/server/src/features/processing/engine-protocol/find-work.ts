/** Finds work for an engine while its claim waits. */
import type { Schema } from '@millrace/contract';
import { monotonicMilliseconds } from '../../../core/base/clock.ts';
import { endGone, topicsToWake } from '../task-executions/index.ts';
import { ClaimWakeups, type WakeupCounts } from './claim-wakeups.ts';
import { EmptyPollCache } from './empty-poll-cache.ts';
import { poll, requeueUnanswered, waitForWork, type Claiming, type Orders } from './hand-out.ts';

/** Milliseconds after which a waiting claim polls again without a wake-up, because a wake-up may be lost. */
const POLL_MILLISECONDS = 2000;

/**
 * Polls and waits in turn until there is something to start or to end, or the time that the engine asked for is over. Each poll has its own
 * transaction, so that none is open during a wait. `waitedMilliseconds` is the waiting time of the claim before the poll that found the answer.
 */
export async function findWork(call: Claiming): Promise<Schema<'Claims'>> {
  const { free, waitMilliseconds } = call.body;
  const began = monotonicMilliseconds();
  const elapsed = (): number => Math.max(0, Math.floor(monotonicMilliseconds() - began));
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
      const pollBegan = elapsed();
      const found = await poll(call, { work: plan.work && free > 0, stops: plan.stops });
      rememberEmpty(call, plan, found);
      if (found.executions.length > 0 || found.stop.length > 0) return { ...found, waitedMilliseconds: pollBegan };

      const waitBegan = elapsed();
      const timeLeft = waitMilliseconds - waitBegan;
      if (timeLeft <= 0) return { ...found, waitedMilliseconds: pollBegan };
      const waited = await waitForWork(call, wakeups.any, Math.min(timeLeft, plan.nextPoll));
      if (waited.executions.length > 0 || call.signal.aborted)
        return { executions: waited.executions, stop: [], waitedMilliseconds: waitBegan };
      isWoken = waited.isWoken;
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

/** The targets of the next poll, the counts of wake-ups before it, and the milliseconds until the poll after it is due. */
type PollPlan = { work: boolean; stops: boolean; counts: WakeupCounts; nextPoll: number };

/**
 * Leaves out targets for which an earlier poll found nothing, until that is too old or a wake-up comes. A claim with a short waiting time always
 * polls.
 */
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

/** Remembers the targets for which this poll found nothing. If it did not fill the free places, it has found all work. */
function rememberEmpty(call: Claiming, { work, stops, counts }: PollPlan, { executions, stop }: Orders): void {
  const { engineId } = call.engine;
  if (work && executions.length < call.body.free) emptyPolls(call).note('work', engineId, counts.work);
  else if (work) emptyPolls(call).forget('work', engineId);
  if (stop.length > 0) emptyPolls(call).forget('stops', engineId);
  else if (stops) emptyPolls(call).note('stops', engineId, counts.stops);
}

const emptyPolls = ({ processState }: Claiming): EmptyPollCache =>
  processState.of(EmptyPollCache, () => new EmptyPollCache(POLL_MILLISECONDS));
