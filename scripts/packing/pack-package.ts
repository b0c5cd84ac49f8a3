import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stageClient, stageSdk } from './library-packages.ts';
import { stageCommandLine } from './command-line-package.ts';
import { stageEngine } from './engine-package.ts';

/** The packages, each with the function that writes its files into an empty folder. */
export const PACKAGES = {
  cli: stageCommandLine,
  engine: stageEngine,
  client: stageClient,
  sdk: stageSdk,
} as const;

/** Packs a package as a tarball that npm installs without a network. Returns the path of the tarball. */
export async function packPackage(name: keyof typeof PACKAGES, target: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-pack-'));
  try {
    await PACKAGES[name](folder);
    mkdirSync(target, { recursive: true });
    const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', target];
    const { status, stdout, stderr, error } = spawnSync('npm', words, { cwd: folder, encoding: 'utf8' });
    if (error || status !== 0) throw new Error(`npm could not pack the package ${name}: ${error?.message ?? stderr}`);
    const [packed] = JSON.parse(stdout) as { filename: string }[];
    return join(target, packed?.filename ?? '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
