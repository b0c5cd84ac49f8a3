/** How calls become executions. */
import type { Database, Tx } from '../../../core/db.ts';
import type { Shared } from '../../../core/together.ts';
import { attempt, insertExecutions, selectRunnableTasks, type Misfire } from '../task-executions/index.ts';
import { PAYLOAD_PARAMETER } from '../../orchestration/triggers/index.ts';
import { selectRunAs, type RunAs } from './access.ts';

/** An execution that is to be: its id, what runs, in whose name, and the payload of its calls. */
export type Start = {
  id: string;
  task_id: string | null;
  plan_id: string | null;
  run_as_id: string;
  execution_timeout_minutes: number | null;
  payload: string;
};

/** An execution that is there, with the environment whose engines may take it. */
export type Started = { id: string; environment: string };

/**
 * Adds an execution for each start; one that cannot begin leaves a record with the reason. What was deleted a moment ago starts nothing.
 * @rule webhook-triggers.start.misfire
 */
export async function startAll(tx: Tx, starts: readonly Start[]): Promise<Started[]> {
  const ids = [...new Set(starts.flatMap(({ task_id: id }) => id ?? []))];
  const [tasks, accounts] = await Promise.all([selectRunnableTasks(tx, ids), selectRunAs(tx, starts)]);
  const taskOf = new Map(tasks.map((task) => [task.id, task]));
  const runAsOf = new Map(accounts.map((account) => [account.id, account]));
  const executions = starts.flatMap((start) => {
    const task = taskOf.get(start.task_id ?? '');
    const runAs = runAsOf.get(start.id);
    if (!task || !runAs) return [];
    return attempt(task, {
      id: start.id,
      type: 'WEBHOOK',
      actor: { id: start.run_as_id, userType: runAs.user_type },
      parameters: { [PAYLOAD_PARAMETER]: start.payload },
      timeoutMinutes: start.execution_timeout_minutes,
      misfire: mayRun(runAs),
    });
  });
  if (executions.length > 0) await insertExecutions(tx, executions);
  return executions.map(({ id, task }) => ({ id, environment: task.environment_id }));
}

function mayRun({ login, may }: RunAs): Misfire | undefined {
  if (may) return undefined;
  return {
    reason: 'UNKNOWN',
    message: `The webhook runs as '${login}', who may not run the task any more: give back EXECUTE on its workspace, or set another runAsUser.`,
  };
}

/** Starts what waits for no further call, for many callers in one commit. */
export const startAtOnce: Shared<Start, Started | undefined> = {
  atOnce: 2,
  most: 25,
  run: async (db: Database, starts) => {
    const started = new Map((await db.transaction((tx) => startAll(tx, starts))).map((one) => [one.id, one]));
    return starts.map(({ id }) => started.get(id));
  },
};
