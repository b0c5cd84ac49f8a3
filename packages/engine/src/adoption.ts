import type { Schema } from '@millrace/contract';
import type { HeldExecutions } from './held-executions.ts';
import { messageOf, type OwnLog } from './own-log.ts';
import { EngineDeleted, type Protocol } from './protocol.ts';
import type { LeftRun, OpenRuns } from './runner.ts';
import { Backoff, sleepUnlessAborted } from './waiting.ts';

/** The parts of an agent that adoption uses; `beat` has the fields that all its heartbeats have in common. */
type AdoptionParts = {
  protocol: Pick<Protocol, 'heartbeat'>;
  beat: Pick<Schema<'Heartbeat'>, 'capacity' | 'isolation'>;
  held: HeldExecutions;
  log: OwnLog;
  signal: AbortSignal;
};

/**
 * Continues the runs that an earlier program of this engine has left, where the engine still holds their executions, and removes the others. Retries until
 * the control plane and the runner have answered, because the engine must claim nothing before: the runs use its capacity.
 */
export async function adoptLeft(left: NonNullable<OpenRuns['left']>, { protocol, beat, held, log, signal }: AdoptionParts): Promise<void> {
  const backoff = new Backoff();
  let warned = false;
  while (!signal.aborted) {
    try {
      const runs = await left();
      if (runs.length === 0) return;
      const { lost } = await protocol.heartbeat({ ...beat, running: runs.map(({ lease }) => lease) }, signal);
      const lostIds = new Set(lost);
      const kept = runs.filter(({ lease }) => !lostIds.has(lease.executionId));
      for (const run of kept) void held.keep(run.continue());
      if (kept.length > 0) log('info', 'The engine continues the runs that its earlier program has left', { executions: kept.length });
      await Promise.all(runs.filter((run) => !kept.includes(run)).map((run) => removeRun(run, log)));
      return;
    } catch (error) {
      if (error instanceof EngineDeleted) throw error;
      if (!warned) log('warn', 'The engine cannot look for the runs of its earlier program; it keeps trying', { reason: messageOf(error) });
      warned = true;
      await sleepUnlessAborted(backoff.next(), signal);
    }
  }
}

async function removeRun(run: LeftRun, log: OwnLog): Promise<void> {
  try {
    await run.remove();
    log('warn', 'Removed a run of an earlier program whose execution the engine does not hold any more', {
      execution: run.lease.executionId,
    });
  } catch (error) {
    log('warn', 'A run of an earlier program could not be removed', { execution: run.lease.executionId, reason: messageOf(error) });
  }
}
