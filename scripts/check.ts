/** Runs what the project demands of every change, in order: format, lint, types, generated files, all tests or those whose path holds a given word. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const here = (script: string): string => fileURLToPath(new URL(script, import.meta.url));

/** Rules, endpoints, contract, database and journeys are all in the last step, which starts their database once. */
const STEPS: readonly [name: string, program: string, args: readonly string[], remedy: string][] = [
  ['format', 'npx', ['--no-install', 'oxfmt', '--check', '.'], 'npm run format'],
  ['lint', 'npx', ['--no-install', 'oxlint', '--deny-warnings', '.'], ''],
  ['types', 'npx', ['--no-install', 'tsc', '--noEmit'], ''],
  ['generated files', process.execPath, [here('generate.ts'), '--check'], 'npm run generate'],
  ['tests', process.execPath, [here('test.ts'), ...process.argv.slice(2)], ''],
];

const failed: string[] = [];
for (const [name, program, args, remedy] of STEPS) {
  console.log(`\n── ${name}`);
  const began = performance.now();
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (error) console.error(`${program} could not be started: ${error.message}`);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)${status !== 0 && remedy ? `: ${remedy}` : ''}`);
  if (status !== 0) failed.push(name);
}

console.log(failed.length === 0 ? '\nAll is well.' : `\nNot in order: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
