/** Measures Millrace beside its peers: npm run bench -- P1 [--quick] [--rounds 5]; -- --smoke only starts and calls every contestant of all. */
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
  const wanted = id === '' && options.includes('--smoke') ? known : known.filter((one) => one === id);
  if (wanted.length === 0) {
    console.error(
      `${id ? `There is no bench "${id}".` : 'Name a bench.'} Known: ${known.join(', ')}; for example npm run bench -- ${known[0]} --quick`,
    );
    return 1;
  }
  // The peers are never part of the product's own packages: they are installed here, on first use.
  await installPackages({ root: folder, home: findHome(process.env['MILLRACE_HOME']), node: process.execPath });
  let worst = 0;
  for (const one of wanted) worst = Math.max(worst, await runOne(one, options));
  return worst;
}

async function runOne(id: string, options: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [join(folder, `${id}.ts`), ...options], { stdio: 'inherit' });
  // Ctrl-C reaches the child by itself; this process waits until it has cleaned up.
  const stop = (): void => void child.kill('SIGTERM');
  process.on('SIGTERM', stop);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGTERM', stop);
  return code ?? 1;
}

process.on('SIGINT', () => undefined);
process.exit(await run(process.argv.slice(2)));
