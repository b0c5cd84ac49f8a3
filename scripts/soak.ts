/** Runs one row of the reliability tests: npm run soak -- 2 [--short] [--minutes 10] [--seed 7]. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', 'soak');

async function run([row = '', ...options]: string[]): Promise<number> {
  const known = readdirSync(folder)
    .flatMap((file) => /^row-(\d+|[a-z])\.ts$/.exec(file)?.[1] ?? [])
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  if (!known.includes(row)) {
    console.error(`${row ? `There is no row "${row}".` : 'Name a row.'} Known: ${known.join(', ')}; for example npm run soak -- 2 --short`);
    return 1;
  }
  const child = spawn(process.execPath, [join(folder, `row-${row}.ts`), ...options], { stdio: 'inherit' });
  // Ctrl-C also reaches the child; this process waits until the child has cleaned up.
  process.on('SIGINT', () => undefined).on('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

process.exit(await run(process.argv.slice(2)));
