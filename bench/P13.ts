/** P13: time from a clone to the first finished task, time to start with an existing home folder, and idle memory. */
import { spawnSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../packages/engine/test/free-port.ts';
import { SERVER_OPTIONS } from '../scripts/launch/server-options.mjs';
import { type Comparison, type Contestant, secondsOf, type Stage } from './contestant.ts';
import { bench } from './harness.ts';
import { serverProgram } from './millrace.ts';
import { megabytesOf, processTreeOf } from './process-tree.ts';
import { type Program, startProgram, untilAnswered } from './processes.ts';
import { newRestateConfig, registerHandler, type Restate, startRestate } from './restate.ts';

/** Returns the environment of a new user with an empty home folder and free ports. */
async function userEnvironment(user: string): Promise<Record<string, string>> {
  await mkdir(user, { recursive: true, mode: 0o711 });
  return {
    HOME: user,
    MILLRACE_HOME: join(user, '.millrace'),
    MILLRACE_PORT: String(await freePort()),
    MILLRACE_METRICS_PORT: '0',
    npm_config_cache: join(user, '.npm'),
    DATABASE_URL: '',
  };
}

/** Waits until a server that npm started serves, and stops it. npm and the launcher end when the server ends. */
async function stopCommand(program: Program | undefined, output: () => string): Promise<void> {
  if (!program || program.child.exitCode !== null) return;
  for (let tries = 0; tries < 600 && program.child.exitCode === null && !output().includes('Serving until'); tries += 1) await wait(100);
  const server = processTreeOf(program.pid).find(({ command }) => command.includes('scripts/start.ts'));
  if (!server) return program.stop();
  const ended = new Promise((resolve) => program.child.once('exit', resolve));
  process.kill(server.pid, 'SIGTERM');
  await ended;
}

const OURS = 'Millrace';
const root = join(import.meta.dirname, '..');
const call = { method: 'POST' };
const noN8n = 'n8n is not measured: no version of it can be installed from the registry without further steps.';

await bench('P13', 'first task, start, idle memory', async (stage) => {
  const idleSeconds = stage.smoke ? 0 : stage.quick ? 5 : 30;
  const comparisons: Comparison[] = [
    {
      title: 'git clone to the first finished task',
      unit: 's',
      better: 'less',
      decimals: 1,
      contestants: [clone(stage)],
      notes: [
        'With an empty home folder and an empty npm cache: clone, `npm start -- --demo`, until the first execution has ended. Packages are downloaded.',
      ],
    },
    {
      title: 'start with an initialised home folder, until the first answer',
      unit: 's',
      better: 'less',
      decimals: 2,
      contestants: [start(stage), restateStart()],
      target: { text: 'at most 0.8 s', reached: (median) => median(OURS) <= 0.8 },
      notes: [
        'Millrace: `npm start` until /readyz answers 200, with its database and engine. Restate: server and handler, until a call of the handler with one step is answered.',
        noN8n,
      ],
    },
    {
      title: `memory of all processes ${idleSeconds} s after the start`,
      unit: 'MB',
      better: 'less',
      contestants: [memory(stage, idleSeconds), restateMemory(idleSeconds)],
      target: { text: 'at most 200 MB', reached: (median) => median(OURS) <= 200 },
      notes: [
        'Proportional share (PSS) of server, engine and PostgreSQL, without npm and the launcher, which only wait for the server.',
        noN8n,
      ],
    },
  ];
  // A smoke run leaves out the clone, because the tests of scripts/fresh-clone cover it.
  return stage.smoke ? comparisons.slice(1) : comparisons;
});

function clone(stage: Stage): Contestant {
  const scratch = join(stage.folder, 'clone');
  let program: Program | undefined;
  let output = '';
  return {
    name: OURS,
    start: async (turn) => {
      output = '';
      await mkdir(join(scratch, 'user'), { recursive: true });
      turn.onEnd(() => rm(scratch, { recursive: true, force: true, maxRetries: 3 }));
      turn.onEnd(() => stopCommand(program, () => output));
    },
    run: async () => {
      const startedAt = performance.now();
      // MILLRACE_BENCH_SOURCE names another repository to clone.
      const git = spawnSync('git', ['clone', '--quiet', process.env['MILLRACE_BENCH_SOURCE'] ?? root, join(scratch, 'millrace')], {
        encoding: 'utf8',
      });
      if (git.status !== 0) throw new Error(`git clone failed: ${git.stderr}`);
      const ended = Promise.withResolvers<string>();
      program = startProgram(stage, ['npm', 'start', '--', '--demo'], {
        name: 'clone',
        folder: join(scratch, 'millrace'),
        environment: await userEnvironment(join(scratch, 'user')),
        onText: (text) => {
          output += text;
          const outcome = /^ +ended +(\w+)/m.exec(output)?.[1];
          if (outcome !== undefined) ended.resolve(outcome);
        },
      });
      program.child.once('exit', () => ended.reject(new Error(`The demo ended before a task did. Its output: ${output.slice(-2000)}`)));
      const outcome = await ended.promise;
      // The example rejects rows, so EXECUTION_REJECTED is a correct outcome.
      if (!/^EXECUTION_(SUCCESS|REJECTED)$/.test(outcome)) throw new Error(`The first task of the demo ended with ${outcome}`);
      return (performance.now() - startedAt) / 1000;
    },
  };
}

function start(stage: Stage): Contestant {
  const user = join(stage.folder, 'started');
  let environment: Record<string, string> | undefined;
  let program: Program | undefined;
  let output = '';
  const stop = (): Promise<void> => stopCommand(program, () => output);
  const startServer = async (turn: Stage): Promise<void> => {
    environment ??= await userEnvironment(user);
    output = '';
    program = startProgram(turn, ['npm', 'start'], { name: 'start', folder: root, environment, onText: (text) => void (output += text) });
    turn.onEnd(stop);
    await untilAnswered(`http://127.0.0.1:${environment['MILLRACE_PORT']}/readyz`);
  };
  return {
    name: OURS,
    start: async (turn) => {
      if (environment) return;
      await startServer(turn);
      await stop();
    },
    run: (turn) => secondsOf(() => startServer(turn)),
  };
}

function memory(stage: Stage, seconds: number): Contestant {
  let parts: string[] = [];
  let program: Program | undefined;
  return {
    name: OURS,
    details: () => parts,
    start: async (turn) => {
      const environment = await userEnvironment(join(stage.folder, 'idle'));
      program = startProgram(turn, [process.execPath, ...SERVER_OPTIONS, serverProgram], { name: 'idle', folder: root, environment });
      await untilAnswered(`http://127.0.0.1:${environment['MILLRACE_PORT']}/readyz`);
      await wait(seconds * 1000);
    },
    run: async () => {
      const measured = processTreeOf(program?.pid ?? 0, join(stage.folder, 'idle')).map(({ pid, command }) => ({
        part: partOf(command),
        megabytes: megabytesOf(pid),
      }));
      const groups = Object.entries(Object.groupBy(measured, ({ part }) => part));
      parts = groups.map(
        ([part, processes = []]) =>
          `${part}: ${sum(processes).toFixed(0)} MB${processes.length > 1 ? ` in ${processes.length} processes` : ''}`,
      );
      return sum(measured);
    },
  };
}

function restateStart(): Contestant {
  let config: Awaited<ReturnType<typeof newRestateConfig>> | undefined;
  return {
    name: 'Restate',
    start: async (turn) => {
      if (config) return;
      config = await newRestateConfig(turn, 'restate-start');
      const first = startRestate(turn, config);
      await registerHandler(first, config);
      await untilAnswered(first.work, call);
      await first.stop();
    },
    run: (turn) =>
      secondsOf(async () => {
        if (config) await untilAnswered(startRestate(turn, config).work, call);
      }),
  };
}

function restateMemory(seconds: number): Contestant {
  let restateServer: Restate | undefined;
  let turns = 0;
  return {
    name: 'Restate',
    start: async (turn) => {
      const config = await newRestateConfig(turn, `restate-idle-${(turns += 1)}`);
      restateServer = startRestate(turn, config);
      await registerHandler(restateServer, config);
      await untilAnswered(restateServer.work, call);
      await wait(seconds * 1000);
    },
    run: async () => sum((restateServer?.programs ?? []).map(({ pid }) => ({ megabytes: megabytesOf(pid) }))),
  };
}

function sum(measured: readonly { megabytes: number }[]): number {
  return measured.reduce((total, { megabytes }) => total + megabytes, 0);
}

function partOf(command: string): string {
  if (command.includes('server/src/main.ts')) return 'server';
  if (command.includes('millrace-guard')) return 'guard';
  if (command.includes('engine/src/main.ts')) return 'engine';
  return command.startsWith('postgres') || command.includes('/postgres ') ? 'PostgreSQL' : command.slice(0, 60);
}
