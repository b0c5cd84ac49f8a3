/** Finds work for an engine while its claim waits, and hands executions to the engine or puts them back into the queue. */
import type { Schema } from '@millrace/contract';
import { reachFaultPoint } from '@millrace/wire/fault-points';
import type { Tracing } from '@millrace/wire/tracing';
import { monotonicMilliseconds, nowMilliseconds } from '../../../core/base/clock.ts';
import type { Call } from '../../../core/http/endpoint.ts';
import { UnreadableSecret } from '../../../core/secrets/secrets.ts';
import { crawlParameters } from '../../catalog/crawlers/index.ts';
import { connectionParametersOfRun } from '../../orchestration/connections/index.ts';
import { closeClaims } from '../remote-engines/index.ts';
import {
  claim,
  type Claim,
  type ClaimedRow,
  endGone,
  giveBackClaimed,
  giveBackUnanswered,
  markFinished,
  topicsToWake,
  waitingClaims,
} from '../task-executions/index.ts';
import { toClaimJson } from './json.ts';
import { selectStops } from './rows.ts';
import { ClaimWakeups, EmptyPollCache, POLL_MILLISECONDS, QueueSearches, type WakeupCounts, type WakeupFlag } from './wakeups.ts';

/** The call of an engine that asks for work. */
type Claiming = Call<'POST /engine/v1/claims', 'engine'>;

/** The executions that an engine must start, and those that it must end. */
type Orders = { executions: Schema<'ClaimedExecution'>[]; stop: string[] };

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
      const found = await poll(call, { asksWork: plan.asksWork && free > 0, asksStops: plan.asksStops });
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

/** What the next poll asks for, the counts of wake-ups before it, and the milliseconds until the poll after it is due. */
type PollPlan = { asksWork: boolean; asksStops: boolean; counts: WakeupCounts; nextPoll: number };

/**
 * Leaves out work or stops if an earlier poll found none, until that is too old or a wake-up comes. A claim with a short waiting time always
 * polls.
 */
function planPoll(call: Claiming, counts: WakeupCounts, isWoken: boolean, mayHaveStops: boolean): PollPlan {
  const { engineId } = call.engine;
  const usesCache = !isWoken && call.body.waitMilliseconds >= POLL_MILLISECONDS;
  const noWorkFor = usesCache ? emptyPolls(call).validFor('work', engineId, counts.work) : 0;
  const noStopsFor = usesCache ? emptyPolls(call).validFor('stops', engineId, counts.stops) : 0;
  return {
    asksWork: noWorkFor === 0,
    asksStops: mayHaveStops || (!isWoken && noStopsFor === 0),
    counts,
    nextPoll: noWorkFor || POLL_MILLISECONDS,
  };
}

/** Remembers that this poll found no further work, or no stops. If it did not fill the free places, it has found all work. */
function rememberEmpty(call: Claiming, { asksWork, asksStops, counts }: PollPlan, { executions, stop }: Orders): void {
  const { engineId } = call.engine;
  if (asksWork && executions.length < call.body.free) emptyPolls(call).note('work', engineId, counts.work);
  else if (asksWork) emptyPolls(call).forget('work', engineId);
  if (stop.length > 0) emptyPolls(call).forget('stops', engineId);
  else if (asksStops) emptyPolls(call).note('stops', engineId, counts.stops);
}

const emptyPolls = ({ processState }: Claiming): EmptyPollCache =>
  processState.of(EmptyPollCache, () => new EmptyPollCache(POLL_MILLISECONDS));

/** Claims executions from the whole queue, or from its newest part. A claim with a short waiting time always looks at the whole queue. */
async function claimWork(call: Claiming): Promise<ClaimedRow[]> {
  const { db, engine, settings, body } = call;
  const { free, waitMilliseconds, incarnation, number } = body;
  const search = (since?: string): Promise<Claim> =>
    claim(db.writer, engine, { most: free, since, ...settings.limits, incarnation, number });
  const { executions } = await (waitMilliseconds < POLL_MILLISECONDS ? search() : searches(call).claim(engine.engineId, search));
  return executions;
}

const searches = ({ processState }: Claiming): QueueSearches => processState.of(QueueSearches, () => new QueueSearches());

/** Wakes the engines of the environment after executions came back into the queue. */
function wakeForReturned(call: Claiming): void {
  searches(call).forget();
  call.wakeups.wake([call.engine.environment]);
}

/** Puts the executions of claims whose answers did not reach the engine back into the queue. The engine names those claims. */
async function requeueUnanswered(call: Claiming): Promise<void> {
  const { body, db, engine } = call;
  const { incarnation, number = Infinity, unanswered = [] } = body;
  if (incarnation === undefined || unanswered.length === 0) return;
  // Only earlier claims are closed: this one stays open, even if the engine names it.
  const last = Math.max(0, ...unanswered.filter((claimNumber) => claimNumber < number));
  if (last > 0) await closeClaims(db.writer, engine.engineId, incarnation, last);
  const back = await db.transaction((tx) => giveBackUnanswered(tx, engine.engineId, incarnation, unanswered));
  if (back.length > 0) wakeForReturned(call);
}

/** Polls the database for what the plan asks for: claims executions, and reads which running executions the engine is to end. */
async function poll(call: Claiming, { asksWork, asksStops }: Pick<PollPlan, 'asksWork' | 'asksStops'>): Promise<Orders> {
  const { engine, db, signal } = call;
  const { running = [] } = call.body;
  const began = nowMilliseconds();
  if (asksWork) reachFaultPoint('claim.before-commit');
  const [claimed, stops] = await Promise.all([
    asksWork ? claimWork(call) : [],
    asksStops && running.length > 0 ? selectStops(db.reader, engine.engineId, running) : [],
  ]);
  if (claimed.length > 0) reachFaultPoint('claim.after-commit');
  return { executions: await handOut(call, claimed, began), stop: signal.aborted ? [] : stops.map(({ id }) => id) };
}

/**
 * Waits for a wake-up, for at most so many milliseconds. Meanwhile this process may hand over executions that it accepts; these need no poll.
 * `isWoken` is true after a wake-up and after a hand-over.
 */
async function waitForWork(call: Claiming, wakeup: WakeupFlag, milliseconds: number) {
  const { engine, settings, processState, signal } = call;
  const { free, incarnation, number } = call.body;
  const idle = { ...engine, free, incarnation, number, leaseSeconds: settings.limits.leaseSeconds };
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
  const { engine, db, log, signal } = call;
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
      wakeForReturned(call);
    }
    if (signal.aborted) return [];
    throw error;
  }
}

/**
 * Decrypts the secrets of the connections. An execution whose connections cannot be read ends and is not handed out. `at` is the time of the claim,
 * in milliseconds.
 */
async function giveParameters(
  { db, secrets, identity: { tokens }, log, process: { tracing }, wakeups, engine }: Claiming,
  claimed: readonly ClaimedRow[],
  at: number,
): Promise<Schema<'ClaimedExecution'>[]> {
  const read = await Promise.all(
    claimed.map(async (row) => {
      try {
        return { row, fromConnections: await connectionParametersOfRun(db.reader, secrets, row.connections) };
      } catch (error) {
        // If the database is not reachable, the connection is not the cause.
        if (!(error instanceof UnreadableSecret)) throw error;
        log.error({ err: error, execution: row.id }, 'the connections of an execution cannot be read');
        return { row, fromConnections: undefined };
      }
    }),
  );
  const unreadable = read.filter(({ fromConnections }) => fromConnections === undefined).map(({ row }) => row);
  if (unreadable.length > 0) {
    const finishedAt = nowMilliseconds();
    const finishes = unreadable.map(({ id, fence }) => ({ id, fence, finishedAt, ...UNREADABLE }));
    wakeups.wake(topicsToWake(await markFinished(db.writer, engine.engineId, finishes)));
  }
  return read.flatMap(({ row, fromConnections }) =>
    fromConnections === undefined ? [] : [toClaimJson(row, fromConnections, crawlParameters(tokens, row), claimSpan(tracing, row, at))],
  );
}

/** Returns the trace context of the run. Without a trace of a caller, as for schedules, the claim begins a trace. */
function claimSpan(tracing: Tracing, row: ClaimedRow, at: number): string | undefined {
  if (!tracing.isOn) return row.traceparent ?? undefined;
  const attributes = { 'millrace.execution_id': row.id, 'millrace.task_id': row.task_id };
  const span = tracing.span('claim execution', { parent: row.traceparent ?? undefined, at, attributes });
  span.end();
  return span.traceparent;
}

const UNREADABLE = {
  outcome: 'DEPLOY_FAILED',
  errorType: 'CONNECTION_UNREADABLE',
  errorMessage:
    'A connection of the task was deleted, or its secrets cannot be read with the keys of this install. The log of the server names it.',
} as const;
