import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { LaunchError, explain } from './errors.mjs';
import { makeFolder } from './home.mjs';
import { runNpm } from './npm.mjs';
import { withProgress } from './progress.mjs';

const requiredMajor = 24;

/**
 * npm packages that contain only a Node executable, by platform, with their SHA-512. Other content from a registry or a mirror is refused before it is
 * unpacked. Not every platform has every version.
 */
const packages = JSON.parse(readFileSync(new URL('runtimes.json', import.meta.url), 'utf8'));

/** Returns the path of a Node that is new enough: the running one, or one that is downloaded once into the home folder. */
export async function findRuntime(home, running = process.versions.node) {
  if (Number(running.split('.')[0]) >= requiredMajor) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  const runtime = packages[platform];
  if (!runtime)
    throw new LaunchError(
      `Millrace runs on Node ${requiredMajor}, this is v${running}, and it cannot download one for ${platform}: install Node ${requiredMajor} and run the command again.`,
    );
  const { version } = runtime;
  const folder = join(home, 'runtime', `node-${version}-${platform}`);
  const executable = join('bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(join(folder, executable))) {
    makeFolder(home, 'runtime');
    await withProgress(`Downloading Node ${version} into ${join(home, 'runtime')} (once, about 10 seconds) ...`, () =>
      fetchRuntime({ home, folder, executable, ...runtime }),
    );
  }
  return join(folder, executable);
}

/** Installs into a temporary folder and renames it at the end, so that neither a crash nor a second launcher leaves an incomplete Node. */
async function fetchRuntime({ home, folder, executable, name, version, integrity }) {
  const runtime = join(home, 'runtime');
  removeAbandoned(runtime);
  const partial = mkdtempSync(join(runtime, 'partial-'));
  try {
    // The lock file makes npm compare the content with the checksum. The npm settings of this machine choose the registry.
    const manifest = { private: true, dependencies: { [name]: version } };
    const lock = { lockfileVersion: 3, packages: { '': manifest, [`node_modules/${name}`]: { version, integrity } } };
    writeFileSync(join(partial, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(partial, 'package-lock.json'), JSON.stringify(lock));
    await runNpm(['ci', '--package-lock=true'], {
      home,
      node: process.execPath,
      folder: partial,
      target: runtime,
    });
    const installed = join(partial, 'node_modules', name);
    const { stdout } = await promisify(execFile)(join(installed, executable), ['--version']).catch(() => ({ stdout: '' }));
    if (stdout.trim() !== `v${version}`)
      throw new LaunchError(
        `The Node ${version} of the package ${name} does not run on this machine: install Node ${requiredMajor} and run the command again.`,
      );
    for (const part of ['include', 'share']) rmSync(join(installed, part), { recursive: true, force: true });
    renameSync(installed, folder);
  } catch (error) {
    if (existsSync(join(folder, executable))) return; // another launcher was faster
    if (error instanceof LaunchError) throw error;
    throw new LaunchError(explain(error.code ?? '', runtime) ?? `Node ${version} could not be installed: ${error.message}`);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

function removeAbandoned(runtime) {
  const anHourAgo = Date.now() - 3_600_000;
  for (const name of readdirSync(runtime).filter((entry) => entry.startsWith('partial-'))) {
    const path = join(runtime, name);
    if (statSync(path, { throwIfNoEntry: false })?.mtimeMs < anHourAgo) rmSync(path, { recursive: true, force: true });
  }
}
