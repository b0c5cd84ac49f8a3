/** Says what came of a load by what anybody can see: the public API, and the journal that the runs themselves keep. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Schema } from '@millrace/contract';
import { ApiError } from '@millrace/contract/client';
import { readJournal } from '../packages/server/test/support/crash-site.ts';
import { wholeLog, type Execution } from '../packages/server/test/support/install.ts';
import { LINES, type Estate } from './estate.ts';
import type { Promised } from './load.ts';
import type { Outcome } from './stage.ts';

/** When an engine was killed, by its runtime id: only then may a run end as lost. */
export type Kills = ReadonlyMap<string, readonly number[]>;

/** Seconds after the end of the load in which everything has to come to its end. */
const PATIENCE = 60;

type Listed = Schema<'TaskExecutionStatus'>;

/** Waits until all has ended or the patience is over, then judges every execution, accepted with an answer or without one. */
export async function judge(estate: Estate, promised: Promised, kills: Kills): Promise<Outcome> {
  const settled = await untilSettled(estate);
  const all = await listAll(estate);
  const listed = new Set(all.map((one) => one.executionId));
  const missing = promised.accepted.filter((id) => !listed.has(id));
  const journal = await readJournal(estate.journal);
  const starts = countBy(journal.filter(({ what }) => what === 'start').map(({ execution }) => execution));
  const ends = new Set(journal.filter(({ what }) => what === 'end').map(({ execution }) => execution));
  const counts = { well: 0, withEngine: 0, unbegun: 0, other: 0, causeless: 0, phantom: 0, stuck: 0, wrongLogs: 0 };
  const examples: string[] = [];
  const tell = (what: string, one: { executionId: string; executionStatus: string; errorMessage?: string | null }): void => {
    if (examples.length < 10)
      examples.push(
        `${what}: ${one.executionId}, ${one.executionStatus}, started ${starts.get(one.executionId) ?? 0} times. ${one.errorMessage ?? ''}`,
      );
  };
  for (const listedOne of all) {
    if (!listedOne.finishTimestamp) {
      counts.stuck += 1;
      tell('stuck', listedOne);
      continue;
    }
    const one = await read(estate, listedOne.executionId);
    if (one.executionStatus === 'EXECUTION_SUCCESS') {
      counts.well += 1;
      if (!ends.has(one.executionId)) {
        counts.phantom += 1;
        tell('ended well without having run', one);
      }
      if (!(await hasWholeLog(estate, one.executionId))) {
        counts.wrongLogs += 1;
        tell('log with gaps', one);
      }
    } else if (one.errorType === 'ENGINE_LOST' && diedWith(one, kills)) {
      counts.withEngine += 1;
      if (!starts.has(one.executionId)) counts.unbegun += 1;
    } else if (one.errorType === 'ENGINE_LOST') {
      counts.causeless += 1;
      tell('lost though its engine lived', one);
    } else {
      counts.other += 1;
      tell('ended otherwise', one);
    }
  }
  const doubled = [...starts.values()].filter((count) => count > 1).length;
  return {
    facts: [
      ['starts accepted', promised.accepted.length],
      ['starts refused', [...promised.refused].map(([status, count]) => `${count} with ${status}`).join(', ') || 0],
      ['starts without an answer', promised.unanswered],
      ['of these kept', all.length - (promised.accepted.length - missing.length)],
      ['ended well', counts.well],
      ['ended with their engine', counts.withEngine],
      ['of these never begun', counts.unbegun],
      ['all ended after the load, s', settled === undefined ? `not within ${PATIENCE}` : settled.toFixed(1)],
    ],
    zero: {
      lost: missing.length + counts.causeless + counts.other + counts.phantom,
      doubled,
      [`stuck ${PATIENCE} s after the end`]: counts.stuck,
      'logs with gaps': counts.wrongLogs,
    },
    notes: [
      'accepted: answered with 201. Lost: accepted and not there, or failed although its engine was not killed, or said to have ended well without having run.',
      'Doubled: begun twice by the journal of the runs. Nothing is run again by itself, so any second beginning is a second holder.',
      ...examples,
    ],
  };
}

async function untilSettled({ client }: Estate): Promise<number | undefined> {
  const began = performance.now();
  for (;;) {
    const seconds = (performance.now() - began) / 1000;
    if (seconds > PATIENCE) return undefined;
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

async function listAll({ client, tasks }: Estate): Promise<Listed[]> {
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

const read = async ({ client }: Estate, executionId: string): Promise<Execution> =>
  (await retried(() => client.call('GET /processing/executions/{executionId}', { path: { executionId } }))).body;

async function hasWholeLog({ client }: Estate, id: string): Promise<boolean> {
  const lines = (await retried(() => wholeLog(client, id))).filter((line) => line.logType === 'STDOUT').map((line) => line.logMessage);
  return lines.length === LINES && lines.every((line, index) => line === `line ${index}`);
}

/** Whether its engine was killed between its acceptance and its end. */
export function diedWith(one: Execution, kills: Kills): boolean {
  const [from, to] = [Date.parse(one.triggerTimestamp), Date.parse(one.finishTimestamp ?? '')];
  return (kills.get(one.remoteEngineId ?? '') ?? []).some((at) => at >= from - 1000 && at <= to);
}

/** The oracle asks while everything runs, but a server may just be coming back. */
async function retried<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === 20 || (error instanceof ApiError && error.status < 500)) throw error;
      await wait(500);
    }
  }
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
