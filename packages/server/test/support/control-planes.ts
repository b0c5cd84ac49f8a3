/** Several servers on one database, each with its own caches, that are restarted one after the other behind a load balancer. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type Client } from '@millrace/contract/client';
import { readConfig } from '../../src/settings/config.ts';
import { Database } from '../../src/core/database/db.ts';
import { createLog } from '../../src/core/observability/log.ts';
import type { Keys } from '../../src/install-key.ts';
import { startServer, type Server } from '../../src/server.ts';
import { createDatabase } from './database.ts';
import { createMaker, type Maker } from './make.ts';

type ControlPlane = { server: Server; calls: number };

/** The servers. `db` belongs to the test, so that it stays open when they stop. */
export type ControlPlanes = {
  folder: string;
  databaseUrl: string;
  db: Database;
  make: Maker;
  /** Returns one of the servers that serve, at random. */
  any(): Server;
  /** Makes a call at one of the servers that serve; it does not stop before the call has ended. */
  at<T>(work: (url: string) => Promise<T>): Promise<T>;
  /** The same with a client of the API. */
  call<T>(token: string, work: (client: Client) => Promise<T>): Promise<T>;
  /** Restarts the servers with other keys, one after the other; `between` runs while some have the keys and others not yet. */
  restartEach(keys: Keys, between: () => Promise<void>): Promise<void>;
};

/** Starts servers. They end with the test file. */
export async function startControlPlanes(count: number, keys: Keys): Promise<ControlPlanes> {
  const [database, folder] = await Promise.all([createDatabase(), mkdtemp(join(tmpdir(), 'millrace-control-planes-'))]);
  const db = new Database({ url: database.url, poolSize: 2, onError: () => undefined });
  const start = async (index: number, installKeys: Keys): Promise<ControlPlane> => {
    const config = readConfig({
      MILLRACE_HOME: join(folder, String(index)),
      MILLRACE_PORT: '0',
      MILLRACE_CHECK_ANSWERS: 'on',
      MILLRACE_ENGINE: 'none',
      MILLRACE_ROLE: 'api',
      MILLRACE_DATABASE_CONNECTIONS: '4',
      // The issuer of tokens, the same for all.
      MILLRACE_PUBLIC_URL: 'https://millrace.example.com',
    });
    return { server: await startServer(config, database.url, installKeys, createLog('silent')), calls: 0 };
  };
  const planes: ControlPlane[] = [];
  const serving = new Set<ControlPlane>();
  for (let index = 0; index < count; index += 1) {
    const plane = await start(index, keys);
    planes.push(plane);
    serving.add(plane);
  }
  const pick = (): ControlPlane => {
    const plane = [...serving][Math.floor(Math.random() * serving.size)];
    if (!plane) throw new Error('No server serves');
    return plane;
  };
  const drain = async (plane: ControlPlane): Promise<void> => {
    serving.delete(plane);
    while (plane.calls > 0) await wait(5);
    await plane.server.stop();
  };
  after(async () => {
    for (const plane of planes) await drain(plane);
    await db.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  const at = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
    const plane = pick();
    plane.calls += 1;
    try {
      return await work(plane.server.url);
    } finally {
      plane.calls -= 1;
    }
  };
  return {
    folder,
    databaseUrl: database.url,
    db,
    make: createMaker(pick().server.platform),
    any: () => pick().server,
    at,
    call: (token, work) => at((baseUrl) => work(createClient({ baseUrl, token }))),
    restartEach: async (next, between) => {
      for (const [index, plane] of planes.entries()) {
        if (index > 0) await between();
        await drain(plane);
        const fresh = await start(index, next);
        planes[index] = fresh;
        serving.add(fresh);
      }
    },
  };
}
