/** An install with its server in the process of the test, a home folder by which the command line finds it, and its built-in engine as a program. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { createClient, type Client } from '@millrace/contract/client';
import { startBuiltInEngine } from '../../src/built-in-engine.ts';
import { BUILT_IN_ENGINE, isolationOfBuiltInEngine, pairBuiltInEngine } from '../../src/first-start.ts';
import { programEnvironment } from './program-environment.ts';
import { startTestServer, type TestServer } from './server.ts';
import { folderBesideTasks } from './task-files.ts';

/** A running install; `home` is the folder that the command line reads. */
export type InProcessInstall = { server: TestServer; url: string; home: string; token: string; client(): Promise<Client> };

/** Starts an install on a database of its own. Everything ends with the test file. */
export async function startInProcessInstall({ engine = false }: { engine?: boolean } = {}): Promise<InProcessInstall> {
  const endings: (() => Promise<unknown>)[] = [];
  // Declared before that of the server: the engine still reports the runs that it ends.
  after(async () => {
    for (const end of endings.toReversed()) await end();
  });
  const [server, home] = [await startTestServer(), await folderBesideTasks('millrace-install-')];
  endings.push(() => rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const { url } = server;
  const token = await server.make.administratorToken();
  await writeFile(join(home, 'server.json'), JSON.stringify({ url }));
  await writeFile(join(home, 'admin.token'), `${token}\n`, { mode: 0o600 });
  if (engine) endings.push(await startEngine(server, home));
  return { server, url, home, token, client: async () => createClient({ baseUrl: url, token }) };
}

/** Starts the built-in engine as the program of the server does, and returns a function that stops it. */
async function startEngine({ url, platform }: TestServer, home: string): Promise<() => Promise<unknown>> {
  const {
    db,
    identity: { tokens },
    log,
    stopping,
  } = platform;
  const folder = join(home, 'engine');
  await mkdir(folder);
  const engine = startBuiltInEngine({
    name: BUILT_IN_ENGINE,
    url,
    credential: await pairBuiltInEngine(db, tokens, undefined),
    folder,
    home,
    capacity: 4,
    environment: programEnvironment(),
    logFile: join(home, 'engine.log'),
    log,
  });
  await isolationOfBuiltInEngine(db, stopping);
  return () => engine.stop();
}
