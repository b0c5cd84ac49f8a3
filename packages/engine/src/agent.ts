import { hostname } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Schema } from '@millrace/contract';
import { ApiError } from '@millrace/contract/client';
import { reachFaultPoint } from '@millrace/wire/fault-points';
import { NO_TRACING, type Tracing } from '@millrace/wire/tracing';
import { adoptLeft, beginIncarnation } from './runs/earlier-processes.ts';
import { extraCertificates, withCertificates } from './control-plane/certificates.ts';
import { ClaimNumbers, HeldExecutions, settleClaims } from './control-plane/claims.ts';
import type { CredentialKeeper } from './control-plane/credential.ts';
import { Health } from './runs/health.ts';
import { HealthNote } from './program/health-note.ts';
import type { IsolationSettings } from './isolation/choose-isolation.ts';
import type { TaskLimits } from './limits/cgroups.ts';
import type { OwnLog } from './program/own-log.ts';
import { AnswerGivenUp, CLAIM_WAIT_MILLISECONDS, EngineDeleted, openProtocol } from './control-plane/protocol.ts';
import { Reporter } from './control-plane/reporter.ts';
import { outboundOf, withOutbound } from './program/outbound-setting.ts';
import { processRunner } from './runs/process-runner.ts';
import type { OpenRunner, RunServices } from './runs/runner.ts';
import { Backoff, sleepUnlessAborted } from './program/waiting.ts';

/** Settings of an agent. Tests shorten the times. */
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
  /** The runner of the tasks; by default they run as processes of this machine. */
  runner?: OpenRunner;
  tracing?: Tracing;
  heartbeatMilliseconds?: number;
  waitMilliseconds?: number;
  overdueMilliseconds?: number;
  killAfterMilliseconds?: number;
  timeoutUnitMilliseconds?: number;
  shutdownMilliseconds?: number;
  orphanMilliseconds?: number;
  settleMilliseconds?: number;
  selfTestMilliseconds?: number;
};

/** The reason why an agent ended: `stop` or `drain` was called, its engine was deleted, or its parent process died and all tasks have ended. */
export type AgentEnd = 'stopped' | 'deleted' | 'orphaned';

/** A running agent. */
export type Agent = {
  /** Ends running tasks with the outcome "terminated by shutdown", reports them and stops. */
  stop: () => Promise<void>;
  /** Claims no more work, waits for running tasks, reports them and stops. Tasks that still run when the time is over end by shutdown. */
  drain: (milliseconds: number) => Promise<void>;
  /** Claims no more work, waits for running tasks without a time limit, reports them and stops. */
  orphan: () => void;
  done: Promise<AgentEnd>;
};

/** Starts the agent of a paired engine. */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const { log, capacity = 4, heartbeatMilliseconds = 5000, waitMilliseconds = CLAIM_WAIT_MILLISECONDS, tracing = NO_TRACING } = options;
  /** Aborted when the agent makes no further claims. */
  const closing = new AbortController();
  /** Aborted when the agent makes no further calls of any kind. */
  const ending = new AbortController();
  let poll = new AbortController();
  let heartbeatPause = new AbortController();
  let pollAsksForNothing = false;
  let shuttingDown = false;
  let isDeleted = false;
  let stopping: Promise<void> | undefined;
  const end = Promise.withResolvers<AgentEnd>();
  const { url, credentials, overdueMilliseconds } = options;
  const protocol = openProtocol({ url, credentials, log, overdueMilliseconds });
  const environment = options.environment ?? process.env;
  const outbound = outboundOf(environment);
  const name = options.name ?? hostname();
  const runner = await (options.runner ?? processRunner)({
    ...options,
    name,
    environment,
    fetch: (hash, signal) => protocol.fetchBundle(hash, signal),
    secret: () => credentials.current,
    signal: ending.signal,
  });
  const { isolation, javas } = runner;
  const incarnation = await beginIncarnation(options.folder, log);
  const note = await HealthNote.open(options.folder);
  const health = new Health({
    test: () => runner.test(),
    changed: () => healthChanged(),
    log,
    signal: ending.signal,
    pauseMilliseconds: options.selfTestMilliseconds,
  });

  const services: RunServices = {
    name,
    url,
    health,
    reporter: new Reporter({ protocol, log, signal: ending.signal, deleted: () => void deleted() }),
    log,
    tracing,
    killAfterMilliseconds: options.killAfterMilliseconds ?? 10_000,
    timeoutUnitMilliseconds: options.timeoutUnitMilliseconds ?? 60_000,
    ended: () => refill(),
  };
  const { start, left } = runner.open(services);
  const certificates = extraCertificates(environment, log);
  const held = new HeldExecutions({
    start: (claim) => start(withOutbound(withCertificates(claim, certificates), outbound)),
    capacity,
    released: () => refill(),
  });
  // Pods outlive the program that started them, so the executions of the previous program are not lost: `adoptLeft` continues them.
  if (left) void incarnation.forget(incarnation.gone);
  const numbers = new ClaimNumbers(incarnation.id, left ? [] : incarnation.gone);

  /**
   * Aborts the open poll when it asks for no work and capacity is free now; otherwise the capacity stays unused until the poll is answered.
   * A poll that asks for work is never aborted here, because its answer may hold executions.
   */
  function refill(): void {
    if (pollAsksForNothing && claimable() > 0) poll.abort(new Error('Capacity is free'));
  }

  function claimable(): number {
    return health.claimable(held.free, held.preparing);
  }

  /** Aborts the open claim when no run can begin. The next claim names it, so the control plane returns its executions to the queue. */
  function healthChanged(): void {
    if (claimable() === 0 && !pollAsksForNothing) poll.abort(new Error('No run can begin'));
    refill();
    heartbeatPause.abort();
  }

  async function claimWork(): Promise<void> {
    const backoff = new Backoff();
    if (left) await adoptLeft(left, { protocol, beat: { capacity, isolation }, held, log, signal: closing.signal }).catch(() => deleted());
    while (!closing.signal.aborted) {
      // Renew between claims: a claim that waits must not use a credential that has expired.
      await credentials.renewWhenDue(() => protocol.renewCredential(closing.signal));
      const free = claimable();
      const fields = numbers.next(free);
      const request = { free, waitMilliseconds, running: held.leases('running'), ...fields };
      poll = new AbortController();
      const stopPoll = () => poll.abort(closing.signal.reason);
      closing.signal.addEventListener('abort', stopPoll, { once: true });
      pollAsksForNothing = free === 0;
      const askedAt = performance.now();
      try {
        const answer = await protocol.claim(request, poll.signal);
        numbers.answered();
        numbers.acknowledged(fields, askedAt);
        void incarnation.forget(fields.gone);
        backoff.reset();
        const hasNews = acceptAnswer(answer);
        // Let the new executions start before the next claim uses this thread.
        if (answer.executions.length > 0) await nextTurn();
        // Without this pause, early answers without news would make this a busy loop.
        if (!hasNews && performance.now() - askedAt < Math.min(1000, waitMilliseconds / 2)) await sleepUnlessAborted(100, closing.signal);
      } catch (error) {
        if (error instanceof EngineDeleted) return void deleted();
        if (poll.signal.aborted) continue;
        if (error instanceof ApiError) log('warn', 'The control plane refused a claim', { status: error.status, reason: error.message });
        if (error instanceof AnswerGivenUp) log('warn', error.message);
        await sleepUnlessAborted(backoff.next(), closing.signal);
      } finally {
        pollAsksForNothing = false;
        closing.signal.removeEventListener('abort', stopPoll);
      }
    }
  }

  /** Starts and stops executions as the answer says. Returns whether the answer held anything new. */
  function acceptAnswer({ executions, stop: ended }: Schema<'Claims'>): boolean {
    if (executions.length > 0) reachFaultPoint('engine.after-claim');
    for (const claim of executions) void held.accept(claim);
    // The shutdown may have begun while the answer was on its way.
    if (shuttingDown) held.shutDown();
    return held.terminate(ended) || executions.length > 0;
  }

  async function heartbeat(): Promise<void> {
    let withheld: string | undefined;
    const backoff = new Backoff();
    /** An older control plane rejects fields that it does not know; the newest one is left out first. */
    const accepts = { javas: javas !== undefined, illness: true };
    ending.signal.addEventListener('abort', () => heartbeatPause.abort());
    while (!ending.signal.aborted) {
      heartbeatPause = new AbortController();
      const running = held.leases('all');
      const illness = accepts.illness ? health.illness : undefined;
      note.write(health.illness);
      let wait = heartbeatMilliseconds;
      try {
        const answer = await protocol.heartbeat(
          { running, capacity, isolation, ...(accepts.javas && { javas: [...(javas ?? [])] }), ...(illness && { illness }) },
          ending.signal,
        );
        if (answer.withheld !== undefined && answer.withheld !== withheld)
          log('error', 'The engine gets no work', { reason: answer.withheld });
        withheld = answer.withheld;
        held.terminate(answer.stop);
        const lost = new Set(answer.lost);
        held.abandonLost(running.filter((lease) => lost.has(lease.executionId)));
        backoff.reset();
      } catch (error) {
        if (error instanceof EngineDeleted) return void deleted();
        const isRefused = error instanceof ApiError && error.status === 400;
        if (isRefused && accepts.javas) accepts.javas = false;
        else if (isRefused && illness) accepts.illness = false;
        // The leases are not renewed, so the next heartbeat follows sooner than after a success.
        wait = Math.min(heartbeatMilliseconds, backoff.next());
      }
      await sleepUnlessAborted(wait, heartbeatPause.signal);
    }
  }

  async function finish(reason: AgentEnd, unreported = 0): Promise<void> {
    closing.abort(new Error(reason));
    await Promise.race([claiming, sleepUnlessAborted(options.settleMilliseconds ?? 2000)]);
    ending.abort(new Error(reason));
    // If the file of the incarnation stays, the next program reports to the control plane that this process is gone.
    if (isDeleted || (unreported === 0 && !numbers.hasUnacknowledged)) await incarnation.end();
    await note.close();
    await runner.close();
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
    await Promise.race([held.settled(), sleepUnlessAborted(milliseconds, ending.signal)]);
    await stop();
  }

  async function shutDown(): Promise<void> {
    if (ending.signal.aborted) return;
    shuttingDown = true;
    closing.abort(new Error('shutdown'));
    held.shutDown();
    const deadline = sleepUnlessAborted(options.shutdownMilliseconds ?? 14_000, ending.signal);
    await Promise.race([held.settled(), deadline]);
    const unreported = held.size;
    if (unreported > 0) {
      log('error', 'Some outcomes could not be reported before the shutdown; the leases of these executions will expire', {
        executions: unreported,
      });
      held.abandonAll();
      await Promise.race([held.settled(), sleepUnlessAborted(1000)]);
    }
    await finish('stopped', unreported);
  }

  function orphan(): void {
    if (closing.signal.aborted) return;
    log('warn', 'The server that started this engine is gone; running tasks end, then this program ends', { executions: held.size });
    closing.abort(new Error('orphaned'));
    void (async () => {
      while (held.busy) await sleepUnlessAborted(100, ending.signal);
      await Promise.race([held.settled(), sleepUnlessAborted(options.orphanMilliseconds ?? 600_000, ending.signal)]);
      const unreported = held.size;
      if (unreported > 0)
        log('error', 'The control plane did not answer again; some outcomes are not reported', { executions: unreported });
      held.abandonAll();
      await finish('orphaned', unreported);
    })();
  }

  const claiming = claimWork().then(() => settleClaims(numbers, protocol, ending.signal));
  void heartbeat();
  log('info', 'The engine takes work', { url, capacity, name: services.name });
  return { stop, drain, orphan, done: end.promise };
}
