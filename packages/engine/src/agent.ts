import { hostname } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Schema } from '@millrace/contract';
import { ApiError } from '@millrace/contract/client';
import { reach } from '@millrace/wire/fault-points';
import { NO_TRACING, type Tracing } from '@millrace/wire/tracing';
import { AnswerGivenUp } from './answer-parts.ts';
import { ClaimNumbers } from './claim-numbers.ts';
import type { CredentialKeeper } from './credential-keeper.ts';
import type { Place } from './execution.ts';
import { Health } from './health.ts';
import { HealthNote } from './health-note.ts';
import { HeldExecutions } from './held.ts';
import { beginIncarnation } from './incarnations.ts';
import type { IsolationSettings } from './isolation/choose-isolation.ts';
import type { TaskLimits } from './limits/cgroups.ts';
import { openMachine } from './machine.ts';
import type { OwnLog } from './own-log.ts';
import { EngineDeleted, openProtocol } from './protocol.ts';
import { Reporter } from './reporter.ts';
import { testMachine } from './self-test.ts';
import { settleClaims } from './settle-claims.ts';
import { Backoff, pause } from './waiting.ts';
import { WorkCalls } from './work-calls.ts';

/** What an agent needs; the times are there for tests. */
export type AgentOptions = {
  url: string;
  credentials: CredentialKeeper;
  folder: string;
  log: OwnLog;
  name?: string;
  capacity?: number;
  environment?: NodeJS.ProcessEnv;
  cacheBytes?: number;
  limits?: TaskLimits;
  isolation?: IsolationSettings;
  tracing?: Tracing;
  beatMilliseconds?: number;
  waitMilliseconds?: number;
  overdueMilliseconds?: number;
  killAfterMilliseconds?: number;
  timeoutUnitMilliseconds?: number;
  shutdownMilliseconds?: number;
  orphanMilliseconds?: number;
  settleMilliseconds?: number;
  selfTestMilliseconds?: number;
};

/** Why an agent ended: it was told to, its engine was deleted, or its parent died and all work is done. */
export type AgentEnd = 'stopped' | 'deleted' | 'orphaned';

/** A running agent. */
export type Agent = {
  /** Ends running tasks as ended by shutdown, reports them and stops. */
  stop: () => Promise<void>;
  /** Takes no more work, lets running tasks end, reports them and stops; what still runs when the time is over ends by shutdown. */
  drain: (milliseconds: number) => Promise<void>;
  /** Takes no more work, lets running tasks end, reports them and stops. */
  orphan: () => void;
  done: Promise<AgentEnd>;
};

/** Starts the agent of a paired engine. */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const { log, capacity = 4, beatMilliseconds = 5000, waitMilliseconds = 20_000, tracing = NO_TRACING } = options;
  /** Aborted when nothing more is to be claimed. */
  const closing = new AbortController();
  /** Aborted when no call is to be made any more. */
  const ending = new AbortController();
  let poll = new AbortController();
  let rest = new AbortController();
  let pollsIdle = false;
  let shuttingDown = false;
  let isDeleted = false;
  let stopping: Promise<void> | undefined;
  const end = Promise.withResolvers<AgentEnd>();
  const { url, credentials, overdueMilliseconds } = options;
  const protocol = openProtocol({ url, credentials, log, overdueMilliseconds });
  const work = new WorkCalls(protocol, log);
  const environment = options.environment ?? process.env;
  const machine = await openMachine({
    ...options,
    environment,
    fetch: (hash, signal) => protocol.fetchBundle(hash, signal),
    signal: ending.signal,
  });
  const { isolation } = machine;
  const incarnation = await beginIncarnation(options.folder, log);
  const numbers = new ClaimNumbers(incarnation.id, incarnation.gone);
  const note = await HealthNote.open(options.folder);
  const health = new Health({
    test: () => testMachine(isolation),
    changed: () => healthChanged(),
    log,
    signal: ending.signal,
    pauseMilliseconds: options.selfTestMilliseconds,
  });

  const place: Place = {
    ...machine,
    name: options.name ?? hostname(),
    health,
    reporter: new Reporter({ protocol, log, signal: ending.signal, deleted: () => void deleted() }),
    log,
    tracing,
    killAfterMilliseconds: options.killAfterMilliseconds ?? 10_000,
    timeoutUnitMilliseconds: options.timeoutUnitMilliseconds ?? 60_000,
    ended: () => refill(),
  };
  const held = new HeldExecutions({ place, capacity, released: () => refill() });

  /**
   * A poll that asks for nothing would keep a freed place empty until it is answered. One that asks for work is never broken off: its answer could
   * hold some.
   */
  function refill(): void {
    if (pollsIdle && room() > 0) poll.abort(new Error('A place is free'));
  }

  function room(): number {
    return health.room(held.free, held.preparing);
  }

  /** Where no run can begin, a claim that is open is given up: what its answer holds goes back, as the next claim names it. */
  function healthChanged(): void {
    if (room() === 0 && !pollsIdle) poll.abort(new Error('No run can begin'));
    refill();
    rest.abort();
  }

  async function claimWork(): Promise<void> {
    const backoff = new Backoff();
    while (!closing.signal.aborted) {
      // Between claims, so that no claim that waits goes on under a credential that has ended.
      await credentials.renewWhenDue(() => protocol.renewCredential(closing.signal));
      const free = room();
      const names = numbers.next(free, work.parts(free));
      const request = { free, waitMilliseconds, running: held.leases('running'), ...names };
      poll = new AbortController();
      const stopPoll = () => poll.abort(closing.signal.reason);
      closing.signal.addEventListener('abort', stopPoll, { once: true });
      pollsIdle = free === 0;
      const asked = performance.now();
      try {
        let news = false;
        for await (const answer of work.ask(request, poll.signal)) {
          numbers.heard(names, asked);
          void incarnation.forget(names.gone);
          backoff.reset();
          news = take(answer) || news;
          // What came is on its way before the next claim takes its time.
          if (answer.executions.length > 0) await nextTurn();
        }
        numbers.ended();
        // An answer that comes early and says nothing new would make this a busy loop.
        if (!news && performance.now() - asked < Math.min(1000, waitMilliseconds / 2)) await pause(100, closing.signal);
      } catch (error) {
        if (error instanceof EngineDeleted) return void deleted();
        if (poll.signal.aborted) continue;
        if (error instanceof ApiError) log('warn', 'The control plane gives no work', { status: error.status, reason: error.message });
        if (error instanceof AnswerGivenUp) log('warn', error.message);
        await pause(backoff.next(), closing.signal);
      } finally {
        pollsIdle = false;
        closing.signal.removeEventListener('abort', stopPoll);
      }
    }
  }

  /** Takes over what an answer brings; whether it says anything new. */
  function take({ executions, stop: ended }: Schema<'Claims'>): boolean {
    if (executions.length > 0) {
      numbers.answered();
      reach('engine.after-claim');
    }
    for (const claim of executions) void held.accept(claim);
    // The answer and the order to stop can cross.
    if (shuttingDown) held.shutDown();
    return held.terminate(ended) || executions.length > 0;
  }

  async function beat(): Promise<void> {
    let withheld: string | undefined;
    const backoff = new Backoff();
    /** A control plane that is older refuses to be told. */
    let tells = true;
    ending.signal.addEventListener('abort', () => rest.abort());
    while (!ending.signal.aborted) {
      rest = new AbortController();
      const running = held.leases('all');
      const illness = tells ? health.illness : undefined;
      note.tell(health.illness);
      let wait = beatMilliseconds;
      try {
        const answer = await protocol.beat({ running, capacity, isolation: isolation.kind, ...(illness && { illness }) }, ending.signal);
        if (answer.withheld !== undefined && answer.withheld !== withheld)
          log('error', 'The engine gets no work', { reason: answer.withheld });
        withheld = answer.withheld;
        held.terminate(answer.stop);
        const lost = new Set(answer.lost);
        held.lose(running.filter((lease) => lost.has(lease.executionId)));
        backoff.reset();
      } catch (error) {
        if (error instanceof EngineDeleted) return void deleted();
        if (illness && error instanceof ApiError && error.status === 400) tells = false;
        // The leases run on: the next beat must not wait as long as after one that arrived.
        wait = Math.min(beatMilliseconds, backoff.next());
      }
      await pause(wait, rest.signal);
    }
  }

  async function finish(reason: AgentEnd, unreported = 0): Promise<void> {
    closing.abort(new Error(reason));
    await Promise.race([claiming, pause(options.settleMilliseconds ?? 2000)]);
    ending.abort(new Error(reason));
    // Otherwise the next program finds the note, and tells the control plane that nobody is behind it.
    if (isDeleted || (unreported === 0 && !numbers.owing)) await incarnation.end();
    await note.close();
    await machine.close();
    await tracing.stop();
    end.resolve(reason);
  }

  async function deleted(): Promise<void> {
    if (isDeleted) return;
    isDeleted = true;
    log('error', new EngineDeleted(credentials.expiresAt).message);
    closing.abort(new Error('deleted'));
    held.abandonAll();
    await held.settled();
    await finish('deleted');
  }

  const stop = (): Promise<void> => (stopping ??= shutDown());

  async function drain(milliseconds: number): Promise<void> {
    if (closing.signal.aborted) return;
    log('info', 'The engine takes no more work; it ends when its running tasks have ended', {
      executions: held.size,
      seconds: milliseconds / 1000,
    });
    closing.abort(new Error('drain'));
    await Promise.race([held.settled(), pause(milliseconds, ending.signal)]);
    await stop();
  }

  async function shutDown(): Promise<void> {
    if (ending.signal.aborted) return;
    shuttingDown = true;
    closing.abort(new Error('shutdown'));
    held.shutDown();
    const deadline = pause(options.shutdownMilliseconds ?? 14_000, ending.signal);
    await Promise.race([held.settled(), deadline]);
    const unreported = held.size;
    if (unreported > 0) {
      log('error', 'Some ends could not be reported before the shutdown; the control plane will see their leases expire', {
        executions: unreported,
      });
      held.abandonAll();
      await Promise.race([held.settled(), pause(1000)]);
    }
    await finish('stopped', unreported);
  }

  function orphan(): void {
    if (closing.signal.aborted) return;
    log('warn', 'The server that started this engine is gone; running tasks end, then this program ends', { executions: held.size });
    closing.abort(new Error('orphaned'));
    void (async () => {
      while (held.busy) await pause(100, ending.signal);
      await Promise.race([held.settled(), pause(options.orphanMilliseconds ?? 600_000, ending.signal)]);
      const unreported = held.size;
      if (unreported > 0) log('error', 'The control plane did not come back; some ends are unreported', { executions: unreported });
      held.abandonAll();
      await finish('orphaned', unreported);
    })();
  }

  const claiming = claimWork().then(() => settleClaims(numbers, protocol, ending.signal));
  void beat();
  log('info', 'The engine takes work', { url, capacity, name: place.name });
  return { stop, drain, orphan, done: end.promise };
}
