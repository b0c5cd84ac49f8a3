/** Checks the result of a load through the public API and the journal that the runs write. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Schema } from '@millrace/contract';
import { readJournal } from '../packages/server/test/support/crash-site.ts';
import { wholeLog, type Execution } from '../packages/server/test/support/install.ts';
import { LINES, type Installation } from './installation.ts';
import type { LoadAnswers } from './load.ts';
import { retried } from './retried.ts';
import type { Outcome } from './stage.ts';

/** The times at which engines were killed, by runtime id. A run may end as lost only if its engine was killed. */
export type Kills = ReadonlyMap<string, readonly number[]>;

/** Seconds after the end of the load within which all executions must end. */
const END_SECONDS = 60;

/** The installation to check; `lines` is the number of lines that each run prints. */
export type CheckedInstallation = Pick<Installation, 'client' | 'tasks' | 'journal'> & { lines?: number };

/** An execution in a list. */
export type Listed = Schema<'TaskExecutionStatus'>;

/**
 * Waits until all executions have ended or the time limit is over, then checks every execution, also those whose start got no answer.
 * `startedAndLost` is the number of executions that ended with their engine although they had started.
 */
export async function judge(
  installation: CheckedInstallation,
  answers: LoadAnswers,
  kills: Kills,
): Promise<Outcome & { startedAndLost: number }> {
  const secondsToEnd = await untilAllEnded(installation);
  const all = await listAll(installation);
  const listed = new Set(all.map((execution) => execution.executionId));
  const missing = answers.accepted.filter((id) => !listed.has(id));
  const journal = await readJournal(installation.journal);
  const starts = countBy(journal.filter(({ what }) => what === 'start').map(({ execution }) => execution));
  const ends = new Set(journal.filter(({ what }) => what === 'end').map(({ execution }) => execution));
  const counts = { succeeded: 0, withEngine: 0, notStarted: 0, other: 0, withoutCause: 0, phantom: 0, stuck: 0, wrongLogs: 0 };
  const examples: string[] = [];
  const addExample = (problem: string, execution: { executionId: string; executionStatus: string; errorMessage?: string | null }): void => {
    // A few examples of each problem, so that a frequent problem does not hide a rare one.
    if (examples.filter((example) => example.startsWith(`${problem}: `)).length >= 5) return;
    const { executionId, executionStatus, errorMessage } = execution;
    examples.push(`${problem}: ${executionId}, ${executionStatus}, started ${starts.get(executionId) ?? 0} times. ${errorMessage ?? ''}`);
  };
  for (const listedExecution of all) {
    if (!listedExecution.finishTimestamp) {
      counts.stuck += 1;
      addExample('stuck', listedExecution);
      continue;
    }
    const execution = await readExecution(installation, listedExecution.executionId);
    if (execution.executionStatus === 'EXECUTION_SUCCESS') {
      counts.succeeded += 1;
      if (!ends.has(execution.executionId)) {
        counts.phantom += 1;
        addExample('succeeded without having run', execution);
      }
      if (!(await hasWholeLog(installation, execution.executionId))) {
        counts.wrongLogs += 1;
        addExample('log with gaps', execution);
      }
    } else if (execution.errorType === 'ENGINE_LOST' && endedWithEngine(execution, kills)) {
      counts.withEngine += 1;
      if (!starts.has(execution.executionId)) counts.notStarted += 1;
    } else if (execution.errorType === 'ENGINE_LOST') {
      counts.withoutCause += 1;
      addExample('lost although its engine was not killed', execution);
    } else {
      counts.other += 1;
      addExample('ended otherwise', execution);
    }
  }
  const doubled = [...starts.values()].filter((count) => count > 1).length;
  return {
    startedAndLost: counts.withEngine - counts.notStarted,
    facts: [
      ['starts accepted', answers.accepted.length],
      ['starts refused', [...answers.refused].map(([status, count]) => `${count} with ${status}`).join(', ') || 0],
      ['starts without an answer', answers.unanswered.length],
      ['executions that these created', all.length - (answers.accepted.length - missing.length)],
      ['succeeded', counts.succeeded],
      ['ended with their engine', counts.withEngine],
      ['of these never started', counts.notStarted],
      ['all ended after the load, s', secondsToEnd === undefined ? `not within ${END_SECONDS}` : secondsToEnd.toFixed(1)],
    ],
    zero: {
      lost: missing.length + counts.withoutCause + counts.other + counts.phantom,
      doubled,
      [`stuck ${END_SECONDS} s after the end`]: counts.stuck,
      'logs with gaps': counts.wrongLogs,
    },
    notes: [
      'Accepted: answered with 201. Lost: accepted but missing, or failed although its engine was not killed, or succeeded without having run.',
      'Doubled: started twice, according to the journal of the runs. Millrace never repeats a run on its own, so no execution may start twice.',
      ...examples,
    ],
  };
}

/** Waits until all executions have ended. Returns the seconds that passed; undefined if the time limit is over. */
export async function untilAllEnded({ client }: Pick<CheckedInstallation, 'client'>, limit = END_SECONDS): Promise<number | undefined> {
  const startedAt = performance.now();
  for (;;) {
    const seconds = (performance.now() - startedAt) / 1000;
    if (seconds > limit) return undefined;
    const open = await Promise.all(
      (['dispatching', 'executing'] as const).map(async (status) =>
        retried(
          async () => (await client.call('GET /processing/executables/tasks/executions', { query: { status, limit: 1 } })).body.total,
        ),
      ),
    );
    if (open.every((total) => total === 0)) return seconds;
    await wait(500);
  }
}

/** Lists all executions of the tasks. */
export async function listAll({ client, tasks }: CheckedInstallation): Promise<Listed[]> {
  const all: Listed[] = [];
  for (const taskId of tasks)
    for (let offset = 0; ; offset += 100) {
      const { body } = await retried(() =>
        client.call('GET /processing/executables/tasks/{taskId}/executions', { path: { taskId }, query: { limit: 100, offset } }),
      );
      all.push(...body.items);
      if (body.items.length < 100) break;
    }
  return all;
}

/** Reads an execution. */
export const readExecution = async ({ client }: CheckedInstallation, executionId: string): Promise<Execution> =>
  (await retried(() => client.call('GET /processing/executions/{executionId}', { path: { executionId } }))).body;

/** Returns whether the log of a successful execution has each line once, in order. */
async function hasWholeLog({ client, lines: count = LINES }: CheckedInstallation, id: string): Promise<boolean> {
  const lines = (await retried(() => wholeLog(client, id))).filter((line) => line.logType === 'STDOUT').map((line) => line.logMessage);
  return lines.length === count && lines.every((line, index) => line === `line ${index}`);
}

/** Returns whether the engine of an execution was killed between the acceptance and the end of the execution. */
export function endedWithEngine(execution: Execution, kills: Kills): boolean {
  const [from, to] = [Date.parse(execution.triggerTimestamp), Date.parse(execution.finishTimestamp ?? '')];
  return (kills.get(execution.remoteEngineId ?? '') ?? []).some((at) => at >= from - 1000 && at <= to);
}

/** Counts equal values. */
export function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
