/** The commands of this repository, run as an operator runs them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from './program-environment.ts';

/** The exit code and the output of a command. */
export type CommandResult = { code: number | null; output: string; errors: string };

/** Runs a command of `scripts/` with arguments and environment variables. */
export async function runCommand(name: string, args: readonly string[], environment: Record<string, string>): Promise<CommandResult> {
  const script = fileURLToPath(new URL(`../../../../scripts/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...programEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result = { output: '', errors: '' };
  child.stdout.on('data', (text) => (result.output += text));
  child.stderr.on('data', (text) => (result.errors += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...result };
}
