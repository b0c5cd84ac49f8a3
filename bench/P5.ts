/** P5: log lines of many executions at once, acknowledged only when they are durable, compared with raw COPY. */
import { onDatabase, startDatabaseServer, type DatabaseServer, startPeer, type PeerProcess } from './processes.ts';
import type { Comparison, Contestant } from './contestant.ts';
import { bench } from './harness.ts';
import { addEngine, startWaiting, startMillrace, addEmptyTasks, type Millrace } from './millrace.ts';
import type { CopyOrder } from './peers/copy.ts';
import type { WriteOrder } from './peers/log-writer.ts';
import { processorSeconds } from './process-tree.ts';

const OURS = 'Millrace';
const COPY = 'raw COPY, 4 connections';
const WIDTH = 4;

type Amount = { executions: number; lines: number };
type Figure = 'lines' | 'processor';

await bench('P5', 'log lines, durable before they are acknowledged', async (stage) => {
  const amount = stage.smoke
    ? { executions: 5, lines: 100 }
    : stage.quick
      ? { executions: 20, lines: 10_000 }
      : { executions: 100, lines: 10_000 };
  const server = await startDatabaseServer(stage);
  const contestants = (figure: Figure): Contestant[] => [millrace(server, amount, figure), rawCopy(server, amount, figure)];
  const work = `${amount.executions} executions of ${amount.lines.toLocaleString('en')} lines of 165 bytes`;
  const notes = [
    'Millrace: a process with the code of the engine claims the executions, cuts their bytes into lines, reads severities, compresses and reports them over HTTP; the server validates each line and commits it. Measured until the last end is acknowledged. The lines are stored compressed and can be read by page, time and severity.',
    `COPY: prepared and escaped lines into a table without an index, ${WIDTH} connections, one transaction for each execution.`,
    'Each turn begins with an empty store and new processes; a fifth of the work is a warm-up and not counted.',
  ];
  const comparisons: Comparison[] = [
    {
      title: `${work}: lines per second`,
      unit: 'lines/s',
      better: 'more',
      contestants: contestants('lines'),
      target: { text: '100,000 lines/s', reached: (median) => median(OURS) >= 100_000 },
      notes,
    },
    {
      title: `${work}: processor time per line`,
      unit: 'µs',
      better: 'less',
      decimals: 2,
      contestants: contestants('processor'),
      target: { text: 'at most twice that of raw COPY', reached: (median) => median(OURS) <= 2 * median(COPY) },
      notes: ['The processor time of the whole machine in that time, over all cores: writer, server, database and kernel.'],
    },
  ];
  // Both comparisons use the same contestants, so a smoke run needs only one.
  return stage.smoke ? comparisons.slice(0, 1) : comparisons;
});

/** Runs `run`, which returns its seconds, and returns the selected figure. */
async function figureOf(figure: Figure, { executions, lines }: Amount, run: () => Promise<{ seconds: number }>): Promise<number> {
  const before = processorSeconds();
  const { seconds } = await run();
  return figure === 'lines' ? (executions * lines) / seconds : ((processorSeconds() - before) * 1e6) / (executions * lines);
}

function fifth({ executions, lines }: Amount): Amount {
  return { executions: Math.ceil(executions / 5), lines };
}

function millrace(server: DatabaseServer, amount: Amount, figure: Figure): Contestant {
  let running: Millrace;
  let writer: PeerProcess;
  let credential = '';
  let tasks: string[] = [];
  const write = async ({ executions, lines }: Amount): Promise<{ seconds: number }> => {
    const order: WriteOrder = { url: running.url, credential, executions, lines };
    await startWaiting(running, tasks, executions);
    return writer.ask<{ seconds: number }>(order);
  };
  return {
    name: OURS,
    start: async (turn) => {
      const databaseUrl = await server.create('millrace', turn);
      running = await startMillrace(turn, databaseUrl, 'none');
      tasks = await addEmptyTasks(databaseUrl, 100);
      credential = await addEngine(running);
      writer = await startPeer(turn, 'log-writer', {});
      await write(fifth(amount));
      await onDatabase(databaseUrl, (client) => client.query('checkpoint'));
      await startWaiting(running, tasks, amount.executions);
    },
    run: () => figureOf(figure, amount, () => writer.ask({ url: running.url, credential, ...amount } satisfies WriteOrder)),
  };
}

function rawCopy(server: DatabaseServer, amount: Amount, figure: Figure): Contestant {
  let peer: PeerProcess;
  const copy = (part: Amount): Promise<{ seconds: number }> => peer.ask({ ...part, width: WIDTH } satisfies CopyOrder);
  return {
    name: COPY,
    start: async (turn) => {
      const databaseUrl = await server.create('copy', turn);
      peer = await startPeer(turn, 'copy', { DATABASE_URL: databaseUrl });
      await copy(fifth(amount));
      await onDatabase(databaseUrl, (client) => client.query('checkpoint'));
    },
    run: () => figureOf(figure, amount, () => copy(amount)),
  };
}
