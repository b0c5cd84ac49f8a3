/** P1c: executions that the server itself starts, without a call and a process each: schedules that are all due at once. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { AWA, findAwa } from './awa.ts';
import { type Contestant, perSecond } from './contestant.ts';
import { addSchedules, armTriggers, countFired, haveAllFired } from './due-schedules.ts';
import { awaJobs, jobsPerSecond, type Amount } from './executions.ts';
import { bench } from './harness.ts';
import { addEmptyTasks, editionsOf, ours, startMillrace, untilAllFinished, type Edition } from './millrace.ts';
import { connectTo, startDatabaseServer, type DatabaseServer } from './processes.ts';

/** Executions that the engine runs at a time, and jobs of awa. */
const CAPACITY = 200;
const BATCH = 1000;
/** Calls of a peer in flight, and jobs that graphile-worker runs at a time. */
const WIDTH = 24;
const FINISH_MILLISECONDS = 300_000;

await bench('P1c', 'executions that the server itself starts, due to finished', async (stage) => {
  const amount = stage.smoke ? { count: 30, warmUp: 10 } : stage.quick ? { count: 5000, warmUp: 500 } : { count: 20_000, warmUp: 2000 };
  const server = await startDatabaseServer(stage);
  const awa = await findAwa();
  return [
    {
      title: `${amount.count.toLocaleString('en')} executions, started without a call each`,
      unit: 'executions/s',
      better: 'more',
      contestants: [
        ...editionsOf(stage).map((edition) => millrace(server, edition, amount)),
        ...[
          { program: 'graphile-worker', label: `graphile-worker, batches of ${BATCH}`, batch: BATCH },
          ...awaJobs(awa, `${AWA}, batches of ${BATCH}`, BATCH),
        ].map((library) => jobsPerSecond(server, library, { ...amount, width: WIDTH, capacity: CAPACITY })),
      ],
      ...('missing' in awa && { skipped: { [AWA]: awa.missing } }),
      target: { text: "awa's figure", reached: (median) => !(median(ours.name) < median(`${AWA}, batches of ${BATCH}`)) },
      notes: [
        `Each turn begins with an empty store, new processes and ${amount.warmUp} executions that are not counted.`,
        'Millrace: a schedule for each of as many tasks. One statement makes all of them due; measured from its commit until the last execution is finished in the database. Each has a record of its instant and stays in the history. The real engine ends them without a process.',
        `Peers: jobs that do nothing, ${BATCH} a call, one call at a time, in the process that runs them. graphile-worker also takes and ends them in batches (local queue of 500, ${WIDTH} at a time) and keeps no history; awa has ${CAPACITY} workers, and a ring of 16 s as its history.`,
      ],
    },
  ];
});

function millrace(server: DatabaseServer, { name, checkout }: Edition, { count, warmUp }: Amount): Contestant {
  let client: Client;
  let due: Date;
  let fired: number;
  const fire = async (number: number): Promise<number> => {
    await armTriggers(client, due, number);
    fired += number;
    return perSecond(number, async () => {
      while (!(await haveAllFired(client, due))) await wait(5);
      const succeeded = await untilAllFinished(client, FINISH_MILLISECONDS);
      if (succeeded !== fired) throw new Error(`${succeeded} of ${fired} executions succeeded`);
      const recorded = await countFired(client, due);
      if (recorded !== fired) throw new Error(`${recorded} of ${fired} instants have a record`);
    });
  };
  return {
    name,
    start: async (turn) => {
      const databaseUrl = await server.create('millrace', turn);
      await startMillrace(turn, databaseUrl, { capacity: CAPACITY }, { checkout });
      await addEmptyTasks(databaseUrl, count + warmUp);
      client = await connectTo(databaseUrl, turn);
      // Their hourly instant is this minute: it may be late by ten minutes, and no trigger becomes due a second time.
      due = new Date(Math.floor(Date.now() / 60_000) * 60_000);
      fired = 0;
      await addSchedules(client, `${due.getUTCMinutes()} * ? * *`);
      await fire(warmUp);
    },
    run: () => fire(count),
  };
}
