/** Measures Millrace beside its peers: npm run bench -- P1 [--quick] [--rounds 5]. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findHome } from '../packages/server/src/core/home.ts';
import { installPackages } from './launch/packages.mjs';

const folder = join(import.meta.dirname, '..', 'bench');

async function run([id = '', ...options]: string[]): Promise<number> {
  const known = readdirSync(folder).flatMap((file) => /^([A-Z]\d+[a-z]?)\.ts$/.exec(file)?.[1] ?? []);
  if (!known.includes(id)) {
    console.error(
      `${id ? `There is no bench "${id}".` : 'Name a bench.'} Known: ${known.join(', ')}; for example npm run bench -- ${known[0]} --quick`,
    );
    return 1;
  }
  // The peers are never part of the product's own packages: they are installed here, on first use.
  await installPackages({ root: folder, home: findHome(process.env['MILLRACE_HOME']), node: process.execPath });
  const child = spawn(process.execPath, [join(folder, `${id}.ts`), ...options], { stdio: 'inherit' });
  // Ctrl-C reaches the child by itself; this process waits until it has cleaned up.
  process.on('SIGINT', () => undefined).on('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

process.exit(await run(process.argv.slice(2)));
