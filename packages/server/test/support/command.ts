/** The commands of this repository, run as an operator runs them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from './program-environment.ts';

/** What a command said, and the code with which it ended. */
export type Said = { code: number | null; output: string; errors: string };

/** Runs a command of `scripts/` with its arguments and settings. */
export async function runCommand(name: string, args: readonly string[], environment: Record<string, string>): Promise<Said> {
  const script = fileURLToPath(new URL(`../../../../scripts/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...programEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { output: '', errors: '' };
  child.stdout.on('data', (text) => (said.output += text));
  child.stderr.on('data', (text) => (said.errors += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}
