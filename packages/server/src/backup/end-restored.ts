/** What of a restored state may have gone on after the backup: nothing of it is done a second time. */
import { Database } from '../core/database/db.ts';
import { endAllOpen } from '../features/processing/plan-executions/index.ts';
import { endAllLive } from '../features/processing/task-executions/index.ts';
import { dropWindows } from '../features/processing/webhook-triggers/index.ts';
import type { Manifest } from './manifest.ts';

/** How many executions of tasks and plans were ended, and how many calls of webhooks that had started nothing were dropped. */
export type EndedByRestore = { executions: number; plans: number; calls: number };

/**
 * Ends, in one commit, what was unfinished in the backup: how it went on is not known, and to run it again might run it twice. Plans begin nothing more.
 */
export async function endRestored(databaseUrl: string, { at }: Pick<Manifest, 'at'>): Promise<EndedByRestore> {
  const db = new Database({ url: databaseUrl, poolSize: 2, onError: () => undefined });
  try {
    return await db.transaction(async (tx) => {
      const plans = await endAllOpen(tx);
      const executions = await endAllLive(
        tx,
        'INSTALL_RESTORED',
        `The install was restored from a backup of ${at}, which does not know how this execution went on. Start it again where a second run does no harm.`,
      );
      return { plans: plans.length, executions: executions.length, calls: await dropWindows(tx) };
    });
  } finally {
    await db.close();
  }
}
