/** Runs the checks that every change must pass: format, lint, types, generated files, and the quick tests or those with a given word in their path. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const here = (script: string): string => fileURLToPath(new URL(script, import.meta.url));

/** The checks in their order. The tests are one step, so that their database is started only once. */
const STEPS: readonly [name: string, program: string, args: readonly string[], fix: string][] = [
  ['format', 'npx', ['--no-install', 'oxfmt', '--check', '.'], 'npm run format'],
  ['lint', 'npx', ['--no-install', 'oxlint', '--deny-warnings', '.'], ''],
  ['types', 'npx', ['--no-install', 'tsc', '--noEmit'], ''],
  ['types of the console', 'npx', ['--no-install', 'tsc', '--noEmit', '-p', 'packages/console'], ''],
  ['types of the manual', 'npx', ['--no-install', 'tsc', '--noEmit', '-p', 'packages/manual'], ''],
  ['generated files', process.execPath, [here('generate.ts'), '--check'], 'npm run generate'],
  ['tests', process.execPath, [here('test.ts'), ...process.argv.slice(2)], ''],
];

const failed: string[] = [];
for (const [name, program, args, fix] of STEPS) {
  console.log(`\n── ${name}`);
  const startedAt = performance.now();
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (error) console.error(`${program} could not be started: ${error.message}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)${status !== 0 && fix ? `: ${fix}` : ''}`);
  if (status !== 0) failed.push(name);
}

console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
