/** Executions that are started over HTTP and counted in the history by their ids, so that a long history costs nothing: P2, P18 and P19. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Pool } from 'undici';
import { inFlight, perSecond, type Stage } from './contestant.ts';
import { startExecution } from './executions.ts';
import type { Millrace } from './millrace.ts';
import { connectTo, openPool } from './processes.ts';

/** Milliseconds within which executions end. */
const END_MILLISECONDS = 120_000;

/** A load of a running Millrace. */
export type ExecutionLoad = {
  /** Starts one execution and returns its id. */
  start(): Promise<string>;
  /** Runs so many executions to their end, and returns their number per second. Throws unless all succeed. */
  run(count: number): Promise<number>;
  /** The recorded starts of all executions from an id on, in milliseconds since 1970, once so many have succeeded. */
  startsFrom(id: string, count: number): Promise<ReadonlyMap<string, number>>;
};

/** Opens a load with `width` calls in flight for a turn. The engine ends the executions of the tasks at once. */
export async function openExecutionLoad(
  turn: Stage,
  running: Millrace,
  { tasks, width }: { tasks: readonly string[]; width: number },
): Promise<ExecutionLoad> {
  const pool: Pool = openPool(running.url, turn, width);
  const client = await connectTo(running.databaseUrl, turn);
  let started = 0;
  const start = async (): Promise<string> => {
    const answer = await startExecution(pool, running.token, tasks[(started += 1) % tasks.length] ?? '');
    return (JSON.parse(answer) as { executionId: string }).executionId;
  };
  return {
    start,
    run: (count) =>
      perSecond(count, async () => {
        const ids: string[] = [];
        await inFlight(count, width, async () => void ids.push(await start()));
        await untilSucceeded(client, ids.toSorted()[0] ?? '', count);
      }),
    startsFrom: async (id, count) => {
      await untilSucceeded(client, id, count);
      const { rows } = await client.query<{ id: string; at: number }>(
        `select id, (extract(epoch from started_at) * 1000)::float8 as at
         from task_execution
         where id >= $1
           and outcome = 'EXECUTION_SUCCESS'`,
        [id],
      );
      return new Map(rows.map((row) => [row.id, row.at]));
    },
  };
}

/** Reads the history by its key: the table of live runs may be full of dead rows, and the history long. */
async function untilSucceeded(client: Client, from: string, count: number): Promise<void> {
  const text = `select count(*) from task_execution where id >= $1 and outcome = 'EXECUTION_SUCCESS'`;
  for (const deadline = performance.now() + END_MILLISECONDS; performance.now() < deadline; await wait(10)) {
    const { rows } = await client.query<{ count: string }>({ name: 'succeeded', text, values: [from] });
    if (Number(rows[0]?.count) >= count) return;
  }
  throw new Error(`${count} executions did not succeed within ${END_MILLISECONDS / 1000} s`);
}
