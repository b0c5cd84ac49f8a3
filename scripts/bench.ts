/** Measures Millrace and its peers: npm run bench -- P1 [--quick] [--rounds 5]; -- --smoke only starts and calls each program of every benchmark. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findHome } from '../packages/server/src/core/platform/home.ts';
import { installPackages } from './launch/packages.mjs';

const folder = join(import.meta.dirname, '..', 'bench');

async function run(words: readonly string[]): Promise<number> {
  const known = readdirSync(folder).flatMap((file) => /^([A-Z]\d+[a-z]?)\.ts$/.exec(file)?.[1] ?? []);
  const [id = '', ...options] = words[0] === '--smoke' ? ['', ...words] : words;
  const selected = id === '' && options.includes('--smoke') ? known : known.filter((name) => name === id);
  if (selected.length === 0) {
    console.error(
      `${id ? `There is no benchmark "${id}".` : 'Name a benchmark.'} Known: ${known.join(', ')}; for example npm run bench -- ${known[0]} --quick`,
    );
    return 1;
  }
  // The peers are not packages of the product: they are installed into the folder of the benchmarks on first use.
  await installPackages({ root: folder, home: findHome(process.env['MILLRACE_HOME']), node: process.execPath });
  let exitCode = 0;
  for (const name of selected) exitCode = Math.max(exitCode, await runBenchmark(name, options));
  return exitCode;
}

async function runBenchmark(id: string, options: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [join(folder, `${id}.ts`), ...options], { stdio: 'inherit' });
  // Ctrl-C also reaches the child; this process waits until the child has cleaned up.
  const stop = (): void => void child.kill('SIGTERM');
  process.on('SIGTERM', stop);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGTERM', stop);
  return code ?? 1;
}

process.on('SIGINT', () => undefined);
process.exit(await run(process.argv.slice(2)));
