/** P17: from the start of a job with 60 jars to its first log line, beside its run script by hand. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { Pool } from 'undici';
import { findJavas, type Java } from '../packages/engine/src/java/find-javas.ts';
import type { Comparison, Contestant } from './comparison.ts';
import { type DatabaseServer, startDatabaseServer } from './database.ts';
import { startExecution } from './executions.ts';
import { bench, type Stage } from './harness.ts';
import { jobOfJars } from './job-of-jars.ts';
import { addBundleTasks, type Millrace, ours, startMillrace, untilAllFinished } from './millrace.ts';
import { makePipe, measureStarts, percentile, type Start } from './starts.ts';

const BY_HAND = 'sh Load_run.sh by hand';
const MADE = 'Made a class data archive';
const JAVAS = new Set([17, 25]);
const RUN_MILLISECONDS = 60_000;
/** Between two starts, so that the processes and files of a run are gone. */
const PAUSE_MILLISECONDS = 300;
const SIZE = { jars: 60, classes: 30, used: 20 };
const SMALL = { jars: 3, classes: 3, used: 2 };

await bench('P17', 'from the start of a job with 60 jars to its first log line', async (stage) => {
  await promisify(execFile)('javac', ['-version']).catch(() => {
    throw new Error('P17 needs a JDK whose javac is on the PATH.');
  });
  const found = (await findJavas(process.env)).filter(({ version }) => JAVAS.has(version));
  const server = await startDatabaseServer(stage);
  const pipe = makePipe(join(stage.folder, 'moments'));
  const pack = await jobOfJars(join(stage.folder, 'job'), stage.smoke ? SMALL : SIZE);
  const count = stage.smoke ? 2 : stage.quick ? 5 : 11;
  return Promise.all(found.map(async (java) => comparisonFor(stage, server, { java, pipe, count, ...(await pack(java.version)) })));
});

type Work = { java: Java; pipe: string; count: number; zip: string; unpacked: string };

function comparisonFor(stage: Stage, server: DatabaseServer, work: Work): Comparison {
  return {
    title: `Java ${work.java.version}, ${work.count} starts from the third run on: median`,
    unit: 'ms',
    better: 'less',
    contestants: [millrace(stage, server, work), byHand(work)],
    target: { text: '0.75 of the start by hand', reached: (median) => median(ours.name) <= 0.75 * median(BY_HAND) },
    notes: [
      `The job: ${SIZE.jars} jars with ${SIZE.classes} classes each, generated and compiled by the bench. It loads ${SIZE.used} of each, an XML parser and java.sql, 2,500 classes with those of Java itself: as many as a program that logs with log4j 2, opens a connection to PostgreSQL and reads XML by dom4j. It then logs its first line, and writes the time of that line into a pipe.`,
      'Millrace: POST /processing/executions over HTTP, the real engine, from the call on. Two runs are not counted: the first, after which the engine makes the class data archive in the background, and the second. The next start waits until the execution is finished.',
      'By hand: the same script in the same files, unpacked before, from the spawn of `sh` on, with the same Java first in PATH; also after two runs.',
    ],
  };
}

function millrace(stage: Stage, server: DatabaseServer, { java, pipe, count, zip }: Work): Contestant {
  let running: Millrace;
  let pool: Pool;
  let client: Client;
  let task = '';
  const measure = async (times: number): Promise<number[]> =>
    eachMeasured(
      pipe,
      times,
      async (parameters) => startExecution(pool, running.token, task, { parameters }),
      async () => {
        await untilAllFinished(client, RUN_MILLISECONDS);
      },
    );
  return {
    name: ours.name,
    start: async () => {
      const settings = { [`MILLRACE_JAVA_${java.version}`]: java.home };
      running = await startMillrace(stage, await server.create('millrace'), { capacity: 2 }, { settings });
      [task = ''] = await addBundleTasks(running, zip, 1);
      pool = new Pool(running.url, { connections: 1, pipelining: 1 });
      client = new Client(running.databaseUrl);
      await client.connect();
      await measure(1);
      for (const deadline = performance.now() + RUN_MILLISECONDS; !(await hasMade(running.home)); await wait(100))
        if (performance.now() > deadline) throw new Error('The engine made no class data archive');
      await measure(1);
    },
    run: async () =>
      percentile(
        (await measure(count)).toSorted((a, b) => a - b),
        0.5,
      ),
    stop: async () => {
      await client?.end();
      await pool?.close();
      await running?.stop();
      await server.drop('millrace');
    },
  };
}

function byHand({ java, pipe, count, unpacked }: Work): Contestant {
  const environment = { ...process.env, PATH: [join(java.home, 'bin'), process.env['PATH']].join(delimiter) };
  const measure = async (times: number): Promise<number[]> => {
    let ended: Promise<unknown> = Promise.resolve();
    const start = (given: Start): Promise<void> => {
      const words = Object.entries(given).flatMap(([name, value]) => ['--context_param', `${name}=${value}`]);
      const child = spawn('sh', ['Load_run.sh', ...words], {
        cwd: join(unpacked, 'Load'),
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr]) stream.resume();
      ended = once(child, 'close');
      return Promise.resolve();
    };
    return eachMeasured(pipe, times, start, () => ended);
  };
  return {
    name: BY_HAND,
    start: async () => void (await measure(2)),
    run: async () =>
      percentile(
        (await measure(count)).toSorted((a, b) => a - b),
        0.5,
      ),
    stop: async () => undefined,
  };
}

async function eachMeasured(
  pipe: string,
  times: number,
  trigger: (start: Start) => Promise<unknown>,
  ended: () => Promise<unknown>,
): Promise<number[]> {
  const measured: number[] = [];
  for (let index = 0; index < times; index += 1) {
    measured.push(...(await measureStarts({ pipe, count: 1 }, trigger)));
    await ended();
    await wait(PAUSE_MILLISECONDS);
  }
  return measured;
}

/** Whether the engine has made an archive. */
async function hasMade(home: string): Promise<boolean> {
  return (await readFile(join(home, 'logs', 'engine.log'), 'utf8').catch(() => '')).includes(MADE);
}
