/** An older Node for tests of the packed packages. */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const VERSION = '22.23.3';
const PACKAGE = `node-${process.platform}-${process.arch}`;

/**
 * Installs Node 22 into a folder, from the npm package that holds only its executable. Returns the folder of the executable, or the reason why it
 * could not be installed.
 */
export function installOlderNode(folder: string): { bin: string } | { missing: string } {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', `${PACKAGE}@${VERSION}`];
  const { status, stderr } = spawnSync('npm', words, { cwd: folder, encoding: 'utf8' });
  const bin = join(folder, 'node_modules', PACKAGE, 'bin');
  if (status !== 0 || !existsSync(join(bin, 'node'))) return { missing: `${PACKAGE}@${VERSION} cannot be installed: ${lastError(stderr)}` };
  const { stdout } = spawnSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' });
  return stdout?.trim() === `v${VERSION}` ? { bin } : { missing: `${PACKAGE}@${VERSION} does not run on this machine` };
}

const lastError = (text: string): string =>
  text
    .trim()
    .split('\n')
    .find((line) => line.startsWith('npm error')) ?? 'npm gave no reason';
