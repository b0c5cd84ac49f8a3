import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readCredential } from '../control-plane/credential.ts';
import { isExecutionMark } from '../folders/run-folder.ts';
import { programsOf } from '../runs/earlier-processes.ts';
import { readHealth } from '../runs/health-note.ts';
import { runFolders } from '../isolation/user-isolation.ts';
import { readiness } from '../control-plane/protocol.ts';
import { testStorage } from '../runs/self-test.ts';
import { folderOf, type CommandInput } from '../settings.ts';

/** Exit code if the engine is paired and no program runs; `systemctl status` uses the same code. */
const NOT_RUNNING = 3;

/**
 * `millrace-engine status`: shows the pairing, whether the control planes are ready, the running programs, their health, the runs and the cache of a
 * folder. Returns the exit code: 0 if a program runs, 1 if the engine is not paired, else 3.
 */
export async function statusCommand(input: CommandInput): Promise<number> {
  const folder = folderOf(input);
  const credential = await readCredential(folder);
  if (!credential) {
    print([
      ['folder', folder],
      ['engine', 'not paired: millrace-engine pair URL'],
    ]);
    return 1;
  }
  const [programs, runs, bundleSizes, planes] = await Promise.all([
    programsOf(folder),
    runsOf(folder),
    sizesIn(join(folder, 'bundles')),
    readiness(input.flags.url ?? credential.url),
  ]);
  const running = programs.filter((one) => one.alive).map((one) => one.pid);
  const megabytes = bundleSizes.reduce((sum, size) => sum + size, 0) / 2 ** 20;
  print([
    ['folder', folder],
    ['engine', `${credential.name} (${credential.engineId})`],
    ...planes.map((plane): [string, string] => ['control plane', `${plane.url}, ${plane.state}`]),
    ['credential', untilWhen(credential.credentialExpiresAt)],
    ['programs', running.length > 0 ? `running, process ${running.join(' and ')}` : 'none runs: millrace-engine run'],
    ...(await Promise.all(running.map((pid) => healthOf(folder, pid, running.length > 1)))),
    ['runs', `${runs.length} unfinished`],
    ['cache', `${bundleSizes.length} files, ${megabytes.toFixed(1)} MiB`],
  ]);
  return running.length > 0 ? 0 : NOT_RUNNING;
}

const print = (lines: [string, string][]): void =>
  void process.stdout.write(lines.map(([name, value]) => `${name.padEnd(15)}${value}\n`).join(''));

/** The runs of executions of an engine, in all folders where it may keep them. */
async function runsOf(folder: string): Promise<string[]> {
  const names = await Promise.all((await runFolders(folder)).map((runs) => readdir(runs).catch(() => [])));
  return names.flat().filter(isExecutionMark);
}

/** The health that a program has written into its note. A program on a full disk cannot write the note, so this command tests the storage too. */
async function healthOf(folder: string, pid: number, isOneOfSeveral: boolean): Promise<[string, string]> {
  const name = isOneOfSeveral ? `health ${pid}` : 'health';
  const noted = await readHealth(folder, pid);
  if (typeof noted === 'object') return [name, `ill since ${noted.since}. ${noted.message}`];
  const illness = await testStorage(join(folder, 'runs'));
  if (illness) return [name, `ill, as a test by this command shows. ${illness.message}`];
  return [name, noted ?? 'unknown'];
}

function untilWhen(expiresAt: string | undefined): string {
  if (expiresAt === undefined) return 'valid, expiry unknown';
  return Date.parse(expiresAt) < Date.now() ? `expired on ${expiresAt}: pair the engine again` : `valid until ${expiresAt}`;
}

async function sizesIn(folder: string): Promise<number[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.zip'));
  return Promise.all(names.map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0));
}
