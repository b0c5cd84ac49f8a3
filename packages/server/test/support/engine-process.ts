/** An engine as users run it: a separate program, paired by a key. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Client } from '@millrace/contract/client';
import { endOf } from './install.ts';
import { programEnvironment } from './program-environment.ts';

const currentProgram = fileURLToPath(import.meta.resolve('@millrace/engine'));

/** A paired engine that can be killed and started again. */
export class EngineProcess {
  readonly folder: string;
  readonly id: string;
  /** The program of the next start: the engine of this checkout, or that of another version. */
  program = currentProgram;
  readonly #capacity: number;
  #child: ChildProcess | undefined;

  constructor(folder: string, id: string, capacity: number) {
    this.folder = folder;
    this.id = id;
    this.#capacity = capacity;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Whether the engine has been started and has not ended. */
  get running(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Starts the engine. `environment` is used only for this start. */
  start(environment: Record<string, string> = {}): void {
    this.#child = run(this.program, this.folder, ['run', '--folder', this.folder, '--capacity', String(this.#capacity)], environment);
  }

  /** Waits until the engine has ended. Returns the signal that ended it. */
  died(): Promise<NodeJS.Signals | null> {
    return endOf(this.#child);
  }

  /** Ends the engine: at once, or as an operator does. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (this.running) this.#child?.kill(signal);
    await this.died();
  }
}

/** Creates an engine in the environment of the shared workspace and pairs its program, without starting it. */
export async function pairEngine(
  client: Client,
  url: string,
  { name, folder, capacity = 4 }: { name: string; folder: string; capacity?: number },
): Promise<EngineProcess> {
  const { body: workspaces } = await client.call('GET /orchestration/workspaces');
  const environmentId = workspaces.find((workspace) => workspace.type === 'shared')?.environment?.id ?? assert.fail('no shared workspace');
  const { body: engine } = await client.call('POST /processing/runtimes/remote-engines', { body: { name, environmentId } });
  await mkdir(folder, { recursive: true });
  const pairing = run(currentProgram, folder, ['pair', '--url', url, '--folder', folder], {
    MILLRACE_ENGINE_KEY: engine.preAuthorizedKey ?? '',
  });
  await endOf(pairing);
  assert.equal(pairing.exitCode, 0, `the engine could not be paired; see ${folder}.log`);
  return new EngineProcess(folder, engine.id, capacity);
}

function run(program: string, folder: string, words: string[], environment: Record<string, string>): ChildProcess {
  const log = openSync(`${folder}.log`, 'a');
  try {
    return spawn(process.execPath, ['--max-semi-space-size=2', program, ...words], {
      env: { ...programEnvironment(), ...environment },
      stdio: ['ignore', log, log],
    });
  } finally {
    closeSync(log);
  }
}
