/** P18: executions that do nothing while another session holds a transaction open, so that PostgreSQL can remove no dead row. */
import { AWA, findAwa } from './awa.ts';
import type { Contestant, Stage } from './contestant.ts';
import { type ExecutionLoad, openExecutionLoad } from './execution-load.ts';
import { awaJobs, startLibrary, type JobLibrary } from './executions.ts';
import { bench } from './harness.ts';
import { addEmptyTasks, editionsOf, ours, startMillrace, type Edition } from './millrace.ts';
import { connectTo, startDatabaseServer, type DatabaseServer, type PeerProcess } from './processes.ts';
import { grownTables, readTables } from './table-sizes.ts';

/** Executions in flight, and executions that an engine or worker runs at a time. */
const WIDTH = 24;
const CAPACITY = 200;
const TASKS = 500;
const MINUTES = 10;

/** A system under load: `start` returns the address of its database, `run` runs so many executions to their end and returns their rate. */
type Load = { name: string; start(turn: Stage): Promise<string>; run(count: number): Promise<number> };

/** Seconds of the parts of a turn, and the executions that are started before the next look at the clock. */
type Lengths = { alone: number; held: number; chunk: number };

await bench(
  'P18',
  'one-step executions beside a transaction that stays open',
  async (stage) => {
    const held = stage.smoke ? 1 : (stage.minutes ?? (stage.quick ? 0.25 : MINUTES)) * 60;
    const lengths = {
      held,
      alone: stage.smoke ? 1 : Math.min(60, Math.max(5, held / 10)),
      chunk: stage.smoke ? 20 : stage.quick ? 500 : 2000,
    };
    const server = await startDatabaseServer(stage);
    const awa = await findAwa();
    const libraries: JobLibrary[] = [{ program: 'graphile-worker', label: 'graphile-worker' }, ...awaJobs(awa, AWA)];
    return [
      {
        title: `${held} s with an open transaction: the rate in its last fifth, as a share of the rate before it`,
        unit: '% of its rate before',
        better: 'more',
        contestants: [
          ...editionsOf(stage).map((edition) => millrace(server, edition)),
          ...libraries.map((library) => jobs(server, library)),
        ].map((load) => besideTransaction(load, lengths)),
        ...('missing' in awa && { skipped: { [AWA]: awa.missing } }),
        target: { text: 'at least 90 %', reached: (median) => median(ours.name) >= 90 },
        notes: [
          `The executions of P1, ${WIDTH} in flight: after ${lengths.alone} s that are not counted, ${lengths.alone} s alone, ${held} s while another session holds a transaction with a snapshot and an id, and ${lengths.alone} s after its end. The rates are counted over chunks of ${lengths.chunk} that have ended.`,
          'Sizes are those of tables with their indexes and TOAST. The history of Millrace grows with each execution; graphile-worker and awa keep none beyond seconds.',
          'Dead rows are as PostgreSQL counts them: while the transaction is open, no vacuum can remove them.',
        ],
      },
    ];
  },
  // A round measures each system for a quarter of an hour, and compares it with itself.
  { rounds: 1 },
);

function besideTransaction(load: Load, { alone, held, chunk }: Lengths): Contestant {
  let databaseUrl: string;
  let parts = new Map<string, number>();
  let details: string[] = [];
  const rateFor = async (seconds: number): Promise<number> => {
    const startedAt = performance.now();
    let ended = 0;
    while (performance.now() - startedAt < seconds * 1000) {
      await load.run(chunk);
      ended += chunk;
    }
    return (ended * 1000) / (performance.now() - startedAt);
  };
  return {
    name: load.name,
    start: async (turn) => {
      databaseUrl = await load.start(turn);
      await rateFor(alone);
    },
    run: async (turn) => {
      const observer = await connectTo(databaseUrl, turn);
      const holder = await connectTo(databaseUrl, turn);
      const before = await rateFor(alone);
      const tablesBefore = await readTables(observer);
      await holder.query('begin isolation level repeatable read');
      await holder.query('select pg_current_xact_id()');
      const first = await rateFor(held / 5);
      await rateFor((held * 3) / 5);
      const last = await rateFor(held / 5);
      const tablesHeld = await readTables(observer);
      await holder.query('commit');
      const after = await rateFor(alone);
      const tablesAfter = await readTables(observer);
      details = grownTables([
        ['before', tablesBefore],
        ['at its end', tablesHeld],
        [`${alone} s later`, tablesAfter],
      ]);
      parts = new Map([
        ['executions/s before', before],
        ['in the first fifth', first],
        ['in the last fifth', last],
        ['after its end', after],
      ]);
      return (100 * last) / before;
    },
    parts: () => parts,
    details: () => details,
  };
}

function millrace(server: DatabaseServer, { name, checkout }: Edition): Load {
  let load: ExecutionLoad;
  return {
    name,
    start: async (turn) => {
      const databaseUrl = await server.create('millrace', turn);
      const running = await startMillrace(turn, databaseUrl, { capacity: CAPACITY }, { checkout });
      load = await openExecutionLoad(turn, running, { tasks: await addEmptyTasks(databaseUrl, TASKS), width: WIDTH });
      return databaseUrl;
    },
    run: (count) => load.run(count),
  };
}

function jobs(server: DatabaseServer, library: JobLibrary): Load {
  let peer: PeerProcess;
  return {
    name: library.label,
    start: async (turn) => {
      const databaseUrl = await server.create(library.program.replaceAll('-', '_'), turn);
      peer = await startLibrary(turn, databaseUrl, library, { width: WIDTH, capacity: CAPACITY });
      return databaseUrl;
    },
    run: (count) => peer.ask<number>({ count, width: WIDTH }),
  };
}
