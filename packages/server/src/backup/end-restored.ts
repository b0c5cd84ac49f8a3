/** Ends the unfinished work of a restored state: it may have continued after the backup, so that it must not run again. */
import { Database } from '../core/database/db.ts';
import { endAllOpen } from '../features/processing/plan-executions/index.ts';
import { endAllLive } from '../features/processing/task-executions/index.ts';
import { dropWindows } from '../features/processing/webhook-triggers/index.ts';
import { continueEventNumbers } from '../features/events/outbox/index.ts';
import { continueNumbers } from '../features/security/audit-log/index.ts';
import type { Manifest } from './manifest.ts';

/** The number of ended task executions and plan executions, and of dropped webhook calls that had not started an execution. */
export type EndedByRestore = { executions: number; plans: number; calls: number };

/**
 * Ends the executions that were unfinished in the backup, in one commit. Plans start no further steps. Entries of the audit log get numbers after
 * those of the backup.
 */
export async function endRestored(databaseUrl: string, { at }: Pick<Manifest, 'at'>): Promise<EndedByRestore> {
  const db = new Database({ url: databaseUrl, poolSize: 2, onError: () => undefined });
  try {
    return await db.transaction(async (tx) => {
      await continueNumbers(tx);
      await continueEventNumbers(tx);
      const plans = await endAllOpen(tx);
      const executions = await endAllLive(
        tx,
        'INSTALL_RESTORED',
        `The install was restored from a backup of ${at}, in which this execution was unfinished. Start it again where a second run does no harm.`,
      );
      return { plans: plans.length, executions: executions.length, calls: await dropWindows(tx) };
    });
  } finally {
    await db.close();
  }
}
