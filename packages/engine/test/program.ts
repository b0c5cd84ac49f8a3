import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { atEnd } from './at-end.ts';
import { ControlPlane } from './control-plane.ts';
import { programEnvironment } from './program-environment.ts';

const program = join(import.meta.dirname, '..', 'src', 'main.ts');

/** A started program; `output` returns what it has printed so far, `ended` resolves to its exit code. */
export type StartedProgram = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

/** Starts the program of the engine; it is killed after the test. */
export function startProgram(
  t: TestContext,
  words: string[],
  options: { environment?: NodeJS.ProcessEnv; channel?: boolean; input?: boolean } = {},
): StartedProgram {
  const child = spawn(process.execPath, ['--max-semi-space-size=2', program, ...words], {
    env: { ...programEnvironment(), ...options.environment },
    stdio: [options.input ? 'pipe' : 'ignore', 'pipe', 'pipe', ...(options.channel ? (['ipc'] as const) : [])],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  atEnd(t, () => child.kill('SIGKILL'));
  return { child, output: () => text, ended: once(child, 'exit').then(([code]) => code as number | null) };
}

/** Opens a control plane for tests; it closes after the test. */
export async function openControlPlane(t: TestContext): Promise<ControlPlane> {
  const plane = await new ControlPlane().open();
  atEnd(t, () => plane.close());
  return plane;
}
