/** Measures Millrace and its peers: npm run bench -- P1 [--quick] [--rounds 5]; -- --smoke only starts and calls each program of every benchmark. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findHome } from '../packages/server/src/core/platform/home.ts';
import { installPackages } from './launch/packages.mjs';
import { runToItsEnd } from './launch/run.mjs';

const folder = join(import.meta.dirname, '..', 'bench');

async function run(words: readonly string[]): Promise<number> {
  const known = readdirSync(folder)
    .flatMap((file) => /^([A-Z]\d+[a-z]?)\.ts$/.exec(file)?.[1] ?? [])
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
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
  for (const name of selected) exitCode = Math.max(exitCode, await runToItsEnd(process.execPath, [join(folder, `${name}.ts`), ...options]));
  return exitCode;
}

process.exit(await run(process.argv.slice(2)));
