/** Runs one row of the reliability tests: npm run soak -- 2 [--short] [--smoke] [--minutes 10] [--seed 7] [--former <reference or folder>]. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runToItsEnd } from './launch/run.mjs';

const folder = join(import.meta.dirname, '..', 'soak');

async function run([row = '', ...options]: string[]): Promise<number> {
  const known = readdirSync(folder)
    .flatMap((file) => /^row-(\d+|[a-z])\.ts$/.exec(file)?.[1] ?? [])
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  if (!known.includes(row)) {
    console.error(`${row ? `There is no row "${row}".` : 'Name a row.'} Known: ${known.join(', ')}; for example npm run soak -- 2 --short`);
    return 1;
  }
  return runToItsEnd(process.execPath, [join(folder, `row-${row}.ts`), ...options]);
}

process.exit(await run(process.argv.slice(2)));
