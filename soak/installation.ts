/** Several control planes on one database behind one address, engines, and tasks that write a journal. */
import { randomBytes } from 'node:crypto';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type Client } from '@millrace/contract/client';
import { freePort } from '../packages/engine/test/free-port.ts';
import { shellBundle } from '../packages/server/test/support/bundles.ts';
import { withJournal } from '../packages/server/test/support/crash-site.ts';
import { Database } from '../packages/server/src/core/database/db.ts';
import { pairEngine, type EngineProcess } from '../packages/server/test/support/engine-process.ts';
import { Install, publishTask } from '../packages/server/test/support/install.ts';
import { addEarlierMonths } from '../packages/server/test/support/older-install.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import type { Stage } from './stage.ts';
import { journalOfTasks } from '../packages/server/test/support/task-files.ts';

/** Lines that each run prints. */
export const LINES = 5;
/** The number of tasks. Only few executions of one task may wait, so the load is spread over several. */
const TASKS = 40;

/** The system under test. */
export type Installation = {
  /** The control planes. */
  planes: Install[];
  engines: EngineProcess[];
  balancer: Balancer;
  /** The client of the administrator, through the balancer. */
  client: Client;
  /** The ids of the tasks. */
  tasks: string[];
  /** The file in which runs record their starts and ends. */
  journal: string;
};

/** Starts control planes, balancer and engines, and creates the tasks. All of it ends with the soak. */
export async function startInstallation(
  stage: Stage,
  {
    databaseUrl,
    planes: count,
    engines: engineCount,
    environment = {},
    capacity = 8,
    tasks: taskCount = TASKS,
    proxyOf = (url) => url,
    programs,
    checksReadiness = false,
  }: {
    databaseUrl: string;
    planes: number;
    engines: number;
    environment?: Record<string, string>;
    /** Runs of an engine at a time. */
    capacity?: number;
    tasks?: number;
    /** Returns the address that engines use instead of the given one, for example of a proxy. */
    proxyOf?: (url: string) => string | Promise<string>;
    /** The programs of servers and engines, if not those of this checkout. */
    programs?: { server: string; engine: string };
    /** Whether the balancer asks the servers whether they are ready. */
    checksReadiness?: boolean;
  },
): Promise<Installation> {
  const blobs = join(stage.folder, 'blobs');
  await mkdir(blobs, { mode: 0o711 });
  const key = randomBytes(32).toString('base64');
  const planes: Install[] = [];
  const ports: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const home = join(stage.folder, `home-${index}`);
    await mkdir(home, { mode: 0o711 });
    // Each server has its store in its home folder; here all servers share one folder.
    await symlink(blobs, join(home, 'blobs'));
    const port = await freePort();
    const plane = new Install(home, {
      DATABASE_URL: databaseUrl,
      MILLRACE_PORT: String(port),
      MILLRACE_KEY: key,
      MILLRACE_ENGINE: 'none',
      MILLRACE_CHECK_ANSWERS: 'off',
      MILLRACE_LOG_LEVEL: 'info',
      ...environment,
    });
    if (programs) plane.program = programs.server;
    stage.onEnd(() => plane.stop());
    await plane.start();
    planes.push(plane);
    ports.push(port);
  }
  const database = new Database({ url: databaseUrl, poolSize: 1, onError: () => undefined });
  await addEarlierMonths(database);
  await database.close();
  const balancer = await startBalancer(ports, { checksReadiness });
  stage.onEnd(() => balancer.close());
  const [first] = planes;
  if (!first) throw new Error('The installation needs at least one control plane.');
  const token = await first.token();
  const client = createClient({ baseUrl: balancer.url, token });
  const engineUrl = await proxyOf(balancer.url);
  const engines: EngineProcess[] = [];
  for (let index = 0; index < engineCount; index += 1) {
    const engine = await pairEngine(client, engineUrl, {
      name: `soak ${index}`,
      folder: join(stage.folder, `engine-${index}`),
      capacity,
    });
    if (programs) engine.program = programs.engine;
    stage.onEnd(() => engine.end('SIGTERM'));
    engine.start();
    engines.push(engine);
  }
  return { planes, engines, balancer, client, ...(await publishTasks(stage, client, taskCount)) };
}

/** Creates the tasks, and the file in which their runs record their starts and ends. */
export async function publishTasks(stage: Stage, client: Client, count = TASKS): Promise<Pick<Installation, 'tasks' | 'journal'>> {
  const journal = await journalOfTasks(join(stage.folder, 'journal'));
  const bundle = await shellBundle(withJournal(journal, SCRIPT), { environment: ['pause'] });
  const tasks: string[] = [];
  for (let index = 0; index < count; index += 1)
    tasks.push(await publishTask(client, bundle, { name: `soak ${index}`, parameters: { pause: '0.1' } }));
  return { tasks, journal };
}

const SCRIPT = `i=0; while [ $i -lt ${LINES} ]; do echo "line $i"; i=$((i+1)); sleep "\${pause:-0.1}"; done`;

/** Kills a process by SIGKILL and starts it again a second later, as a supervisor does. */
export async function killAndRestart(victim: Install | EngineProcess): Promise<void> {
  if (victim instanceof Install) await victim.kill();
  else await victim.end('SIGKILL');
  await wait(1000);
  await victim.start();
}
