/** A Restate server with its handler: two processes, with the store and the default settings of Restate. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { freePort } from '../packages/engine/test/free-port.ts';
import { startProgram, untilAnswered, type Program } from './processes.ts';
import type { Stage } from './contestant.ts';

/** A running Restate; `work` is the address of its handler. */
export type Restate = { ingress: string; admin: string; work: string; programs: Program[]; stop(): Promise<void> };

/** The folder and the ports of a Restate server. They stay the same over restarts, because the store contains the address of the handler. */
export type RestateConfig = { folder: string; handler: number; ingress: number; admin: number; fabric: number };

/** Returns a new folder in the scratch folder, with free ports. */
export async function newRestateConfig(stage: Stage, name: string): Promise<RestateConfig> {
  return {
    folder: join(stage.folder, name),
    handler: await freePort(),
    ingress: await freePort(),
    admin: await freePort(),
    fabric: await freePort(),
  };
}

/** Starts the server and its handler, without waiting until they serve. */
export function startRestate(stage: Stage, config: RestateConfig): Restate {
  const binary = createRequire(import.meta.url).resolve(
    `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`,
  );
  const server = startProgram(stage, [binary, '--no-logo', '--listen-mode', 'tcp', '--node-name', 'bench', '--base-dir', config.folder], {
    name: 'restate-server',
    environment: {
      RESTATE_DISABLE_TELEMETRY: 'true',
      RESTATE_BIND_IP: '127.0.0.1',
      RESTATE_BIND_PORT: String(config.fabric),
      RESTATE_INGRESS__BIND_PORT: String(config.ingress),
      RESTATE_ADMIN__BIND_PORT: String(config.admin),
    },
  });
  const handler = startProgram(stage, [process.execPath, join(import.meta.dirname, 'peers', 'restate-handler.ts')], {
    name: 'restate-handler',
    environment: { PORT: String(config.handler) },
  });
  const programs = [server, handler];
  return {
    programs,
    ingress: `http://127.0.0.1:${config.ingress}`,
    work: `http://127.0.0.1:${config.ingress}/bench/work`,
    admin: `http://127.0.0.1:${config.admin}`,
    stop: async () => void (await Promise.all(programs.map((program) => program.stop()))),
  };
}

/** Registers the handler with the server; needed once for each store. */
export async function registerHandler({ admin }: Restate, config: RestateConfig): Promise<void> {
  await untilAnswered(`${admin}/health`);
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${admin}/deployments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uri: `http://127.0.0.1:${config.handler}` }),
    });
    const text = await response.text();
    if (response.ok) return;
    if (tries === 50) throw new Error(`Restate refuses its handler: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
