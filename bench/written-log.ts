/** The long log of C1 and P6, and that of each run of P19, written with the protocol and the code of the engine. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Stage } from './contestant.ts';
import { onDatabase, startPeer } from './processes.ts';
import { addEmptyTasks, addEngine, type Millrace, startWaiting } from './millrace.ts';
import type { WriteOrder } from './peers/log-writer.ts';

/** Writes a log of an execution of a given or a new task, waits until it is settled in the store, and returns the id of its execution. */
export async function writeLog(stage: Stage, server: Millrace, lines: number, given?: readonly string[]): Promise<string> {
  const tasks = given ?? (await addEmptyTasks(server.databaseUrl, 1));
  const writer = await startPeer(stage, 'log-writer', {});
  await startWaiting(server, tasks, 1);
  const order: WriteOrder = { url: server.url, credential: await addEngine(server), executions: 1, lines };
  const { ids } = await writer.ask<{ ids: string[] }>(order);
  await writer.stop();
  stage.say(`${lines.toLocaleString('en')} lines are written; waiting until they are settled in the store`);
  await onDatabase(server.databaseUrl, async (client) => {
    for (let left = 1; left > 0; await wait(500))
      left = Number((await client.query<{ left: string }>('select count(*) as left from log_chunk where not settled')).rows[0]?.left);
  });
  return ids[0] ?? '';
}
