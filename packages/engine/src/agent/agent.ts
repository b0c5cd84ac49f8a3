/** The agent of an engine: it starts its parts, sends the heartbeats, and ends the parts in order. */
import { hostname } from 'node:os';
import { ApiError } from '@millrace/contract/client';
import { NO_TRACING } from '@millrace/wire/tracing';
import { CLAIM_WAIT_MILLISECONDS, EngineCredentialRejected, openProtocol } from '../control-plane/protocol.ts';
import { Reporter } from '../control-plane/reporter.ts';
import { Backoff, sleepUnlessAborted } from '../program/waiting.ts';
import { ClaimNumbers, HeldExecutions, settleClaims } from '../runs/claims.ts';
import { adoptLeft, beginIncarnation } from '../runs/earlier-processes.ts';
import { HealthNote } from '../runs/health-note.ts';
import { Health } from '../runs/health.ts';
import { openProcessRunner } from '../runs/process-runner.ts';
import { type Runner, type RunServices, TASK_GRACE_MILLISECONDS } from '../runs/runner.ts';
import { ClaimLoop } from './claim-loop.ts';
import type { Agent, AgentEnd, AgentOptions, AgentParts } from './options.ts';
import { extraCertificates, outboundOf, withCertificates, withOutbound } from './own-parameters.ts';

/** Starts the agent of a paired engine: it claims executions, sends heartbeats, and continues the pods that an earlier program has left. */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const { log, capacity = 4, heartbeatMilliseconds = 5000, waitMilliseconds = CLAIM_WAIT_MILLISECONDS, tracing = NO_TRACING } = options;
  /** Aborted when the agent makes no further claims. */
  const closing = new AbortController();
  /** Aborted when the agent makes no further calls of any kind. */
  const ending = new AbortController();
  let shuttingDown = false;
  let isDeleted = false;
  let stopping: Promise<void> | undefined;
  const end = Promise.withResolvers<AgentEnd>();
  const { url, credentials, overdueMilliseconds } = options;
  const protocol = openProtocol({ url, credentials, log, overdueMilliseconds });
  const environment = options.environment ?? process.env;
  const outbound = outboundOf(environment);
  const name = options.name ?? hostname();
  const runner = await (options.runner ?? openProcessRunner)({
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
    changed: () => {
      claims.healthChanged();
      heartbeat.sendSoon();
    },
    log,
    signal: ending.signal,
    pauseMilliseconds: options.selfTestMilliseconds,
  });

  const services: RunServices = {
    name,
    url: () => protocol.url,
    health,
    reporter: new Reporter({ protocol, log, signal: ending.signal, deleted: () => void deleted() }),
    log,
    tracing,
    graceMilliseconds: options.graceMilliseconds ?? TASK_GRACE_MILLISECONDS,
    timeoutUnitMilliseconds: options.timeoutUnitMilliseconds ?? 60_000,
    ended: () => claims.refill(),
  };
  const { start, left } = runner.open(services);
  const certificates = extraCertificates(environment, log);
  const held = new HeldExecutions({
    start: (claim) => start(withOutbound(withCertificates(claim, certificates), outbound)),
    capacity,
    released: () => claims.refill(),
  });
  // Pods outlive the program that started them, so the executions of the previous program are not lost: `adoptLeft` continues them.
  if (left) void incarnation.forget(incarnation.gone);
  const numbers = new ClaimNumbers(incarnation.id, left ? [] : incarnation.gone);
  const parts: AgentParts = { protocol, held, health, log, isShuttingDown: () => shuttingDown, deleted };
  const claims = new ClaimLoop({ ...parts, credentials, numbers, incarnation, waitMilliseconds, signal: closing.signal });
  const heartbeat = new Heartbeat({ ...parts, capacity, isolation, javas, note, heartbeatMilliseconds, signal: ending.signal });

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
    log('error', new EngineCredentialRejected(credentials.expiresAt).message);
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

  async function claimWork(): Promise<void> {
    if (left) await adoptLeft(left, { protocol, beat: { capacity, isolation }, held, log, signal: closing.signal }).catch(() => deleted());
    await claims.run();
    await settleClaims(numbers, protocol, ending.signal);
  }

  const claiming = claimWork();
  void heartbeat.run();
  log('info', 'The engine takes work', { url, capacity, name: services.name });
  return { stop, drain, orphan, done: end.promise };
}

type HeartbeatParts = AgentParts & {
  isolation: Runner['isolation'];
  javas: Runner['javas'] | undefined;
  capacity: number;
  note: HealthNote;
  heartbeatMilliseconds: number;
  /** Aborted when the agent makes no further calls. */
  signal: AbortSignal;
};

/** Sends the heartbeats of an agent, which renew the leases of all executions and tell the control plane how the engine is. */
class Heartbeat {
  readonly #parts: HeartbeatParts;
  #pause = new AbortController();
  /** An older control plane rejects fields that it does not know; the newest one is left out first. */
  readonly #accepts: { javas: boolean; illness: boolean };
  #withheld: string | undefined;

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
    this.#accepts = { javas: parts.javas !== undefined, illness: true };
  }

  /** Ends the pause before the next heartbeat. */
  sendSoon(): void {
    this.#pause.abort();
  }

  /** Sends heartbeats until the signal is aborted or the engine is deleted. */
  async run(): Promise<void> {
    const { note, health, heartbeatMilliseconds, signal } = this.#parts;
    const backoff = new Backoff();
    signal.addEventListener('abort', () => this.sendSoon());
    while (!signal.aborted) {
      this.#pause = new AbortController();
      const illness = this.#accepts.illness ? health.illness : undefined;
      note.write(health.illness);
      let wait = heartbeatMilliseconds;
      try {
        await this.#send(illness);
        backoff.reset();
      } catch (error) {
        if (error instanceof EngineCredentialRejected) return void this.#parts.deleted();
        const isRefused = error instanceof ApiError && error.status === 400;
        if (isRefused && this.#accepts.javas) this.#accepts.javas = false;
        else if (isRefused && illness) this.#accepts.illness = false;
        // The leases are not renewed, so the next heartbeat follows sooner than after a success.
        wait = Math.min(heartbeatMilliseconds, backoff.next());
      }
      await sleepUnlessAborted(wait, this.#pause.signal);
    }
  }

  async #send(illness: AgentParts['health']['illness']): Promise<void> {
    const { protocol, held, log, capacity, isolation, javas, signal } = this.#parts;
    const running = held.leases('all');
    const answer = await protocol.heartbeat(
      { running, capacity, isolation, ...(this.#accepts.javas && { javas: [...(javas ?? [])] }), ...(illness && { illness }) },
      signal,
    );
    if (answer.withheld !== undefined && answer.withheld !== this.#withheld)
      log('error', 'The engine gets no work', { reason: answer.withheld });
    this.#withheld = answer.withheld;
    held.terminate(answer.stop);
    const lost = new Set(answer.lost);
    held.abandonLost(running.filter((lease) => lost.has(lease.executionId)));
  }
}
