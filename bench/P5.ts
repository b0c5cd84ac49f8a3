/** P5: log lines of many executions at once, acknowledged only when they are durable, beside raw COPY. */
import { onDatabase, startDatabaseServer, type DatabaseServer } from './database.ts';
import type { Comparison, Contestant } from './comparison.ts';
import { bench, type Stage } from './harness.ts';
import { addEngine, startWaiting, startMillrace, addEmptyTasks, type Millrace } from './millrace.ts';
import type { CopyOrder } from './peers/copy.ts';
import type { WriteOrder } from './peers/log-writer.ts';
import { processorSeconds } from './processor-time.ts';
import { startPeer, type PeerProcess } from './processes.ts';

const OURS = 'Millrace';
const COPY = 'raw COPY, 4 connections';
const WIDTH = 4;

type Amount = { executions: number; lines: number };
type Figure = 'lines' | 'processor';

await bench('P5', 'log lines taken in, durable before they are acknowledged', async (stage) => {
  const amount = stage.smoke
    ? { executions: 5, lines: 100 }
    : stage.quick
      ? { executions: 20, lines: 10_000 }
      : { executions: 100, lines: 10_000 };
  const server = await startDatabaseServer(stage);
  const contestants = (figure: Figure): Contestant[] => [millrace(stage, server, amount, figure), rawCopy(stage, server, amount, figure)];
  const what = `${amount.executions} executions of ${amount.lines.toLocaleString('en')} lines of 165 bytes`;
  const notes = [
    'Millrace: a process with the code of the engine claims the executions, cuts their bytes into lines, reads severities, compresses and reports them over HTTP; the server looks at each line and commits it. Measured until the last end is acknowledged. The lines are kept compressed, searchable by page, time and severity.',
    `COPY: lines that are cut and escaped already, into a table without any index, ${WIDTH} connections, a transaction for each execution.`,
    'Each turn begins with an empty store and new processes; a fifth of the work is done before and not counted.',
  ];
  const comparisons: Comparison[] = [
    {
      title: `${what}: lines per second`,
      unit: 'lines/s',
      better: 'more',
      contestants: contestants('lines'),
      target: { text: '100,000 lines/s', reached: (median) => median(OURS) >= 100_000 },
      notes,
    },
    {
      title: `${what}: processor time for a line`,
      unit: 'µs',
      better: 'less',
      decimals: 2,
      contestants: contestants('processor'),
      target: { text: 'at most twice that of raw COPY', reached: (median) => median(OURS) <= 2 * median(COPY) },
      notes: ['All processor time that the machine used meanwhile, over both cores: writer, server, database and kernel.'],
    },
  ];
  // The same contestants do the same in both.
  return stage.smoke ? comparisons.slice(0, 1) : comparisons;
});

/** One figure of a run that answers its seconds. */
async function figureOf(figure: Figure, { executions, lines }: Amount, run: () => Promise<{ seconds: number }>): Promise<number> {
  const before = processorSeconds();
  const { seconds } = await run();
  return figure === 'lines' ? (executions * lines) / seconds : ((processorSeconds() - before) * 1e6) / (executions * lines);
}

function fifth({ executions, lines }: Amount): Amount {
  return { executions: Math.ceil(executions / 5), lines };
}

function millrace(stage: Stage, server: DatabaseServer, amount: Amount, figure: Figure): Contestant {
  let one: Millrace;
  let writer: PeerProcess;
  let credential = '';
  let tasks: string[] = [];
  const write = async ({ executions, lines }: Amount): Promise<{ seconds: number }> => {
    const order: WriteOrder = { url: one.url, credential, executions, lines };
    await startWaiting(one, tasks, executions);
    return writer.ask<{ seconds: number }>(order);
  };
  return {
    name: OURS,
    start: async () => {
      const databaseUrl = await server.create('millrace');
      one = await startMillrace(stage, databaseUrl, 'none');
      tasks = await addEmptyTasks(databaseUrl, 100);
      credential = await addEngine(one);
      writer = await startPeer(stage, 'log-writer', {});
      await write(fifth(amount));
      await onDatabase(databaseUrl, (client) => client.query('checkpoint'));
      await startWaiting(one, tasks, amount.executions);
    },
    run: () => figureOf(figure, amount, () => writer.ask({ url: one.url, credential, ...amount } satisfies WriteOrder)),
    stop: async () => {
      await writer?.stop();
      await one?.stop();
      await server.drop('millrace');
    },
  };
}

function rawCopy(stage: Stage, server: DatabaseServer, amount: Amount, figure: Figure): Contestant {
  let peer: PeerProcess;
  const copy = (some: Amount): Promise<{ seconds: number }> => peer.ask({ ...some, width: WIDTH } satisfies CopyOrder);
  return {
    name: COPY,
    start: async () => {
      const databaseUrl = await server.create('copy');
      peer = await startPeer(stage, 'copy', { DATABASE_URL: databaseUrl });
      await copy(fifth(amount));
      await onDatabase(databaseUrl, (client) => client.query('checkpoint'));
    },
    run: () => figureOf(figure, amount, () => copy(amount)),
    stop: async () => {
      await peer?.stop();
      await server.drop('copy');
    },
  };
}
