import { hostname } from 'node:os';
import { NO_TRACING } from '@millrace/wire/tracing';
import { extraCertificates, withCertificates, outboundOf, withOutbound } from './own-parameters.ts';
import { ClaimNumbers, HeldExecutions, settleClaims } from '../runs/claims.ts';
import { CLAIM_WAIT_MILLISECONDS, EngineDeleted, openProtocol } from '../control-plane/protocol.ts';
import { Reporter } from '../control-plane/reporter.ts';
import { HealthNote } from '../runs/health-note.ts';
import { Health } from '../runs/health.ts';
import { sleepUnlessAborted } from '../program/waiting.ts';
import { adoptLeft, beginIncarnation } from '../runs/earlier-processes.ts';
import { processRunner } from '../runs/process-runner.ts';
import type { RunServices } from '../runs/runner.ts';
import { ClaimLoop } from './claim-loop.ts';
import { Heartbeat } from './heartbeat.ts';
import type { Agent, AgentEnd, AgentOptions, AgentParts } from './options.ts';

/** Starts the agent of a paired engine. */
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
    url,
    health,
    reporter: new Reporter({ protocol, log, signal: ending.signal, deleted: () => void deleted() }),
    log,
    tracing,
    killAfterMilliseconds: options.killAfterMilliseconds ?? 10_000,
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
