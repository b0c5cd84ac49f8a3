import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readCredential } from '../credential.ts';
import { readHealth } from '../health-note.ts';
import { programsOf } from '../incarnations.ts';
import { runFolders } from '../isolation/user-isolation.ts';
import { answers } from '../protocol.ts';
import { testStorage } from '../self-test.ts';
import { folderOf, type CommandInput } from '../settings.ts';

/** Exit code where the engine is paired and no program runs, as `systemctl status` has it. */
const NOT_RUNNING = 3;

/** Says what the folder holds and whether a program works there. */
export async function statusCommand(input: CommandInput): Promise<number> {
  const folder = folderOf(input);
  const credential = await readCredential(folder);
  if (!credential) {
    process.stdout.write(`folder         ${folder}\nengine         not paired: millrace-engine pair URL\n`);
    return 1;
  }
  const [programs, runs, bundles, isThere] = await Promise.all([
    programsOf(folder),
    runsOf(folder),
    sizesIn(join(folder, 'bundles')),
    answers(credential.url),
  ]);
  const running = programs.filter((one) => one.alive).map((one) => one.pid);
  const megabytes = bundles.reduce((sum, size) => sum + size, 0) / 2 ** 20;
  const lines = [
    ['folder', folder],
    ['engine', `${credential.name} (${credential.engineId})`],
    ['control plane', `${credential.url}, ${isThere ? 'answers' : 'does not answer'}`],
    ['credential', untilWhen(credential.credentialExpiresAt)],
    ['programs', running.length > 0 ? `running, process ${running.join(' and ')}` : 'none runs: millrace-engine run'],
    ...(await Promise.all(running.map((pid) => healthOf(folder, pid, running.length > 1)))),
    ['runs', `${runs.length} in hand`],
    ['cache', `${bundles.length} files, ${megabytes.toFixed(1)} MiB`],
  ];
  process.stdout.write(lines.map(([name = '', value]) => `${name.padEnd(15)}${value}\n`).join(''));
  return running.length > 0 ? 0 : NOT_RUNNING;
}

/** The runs that an engine has in hand, wherever they lie. */
async function runsOf(folder: string): Promise<string[]> {
  const found = await Promise.all((await runFolders(folder)).map((one) => readdir(one).catch(() => [])));
  return found.flat();
}

/** What a program says of its health. Where it could not write that down, a look at its folder tells more. */
async function healthOf(folder: string, pid: number, isOneOfSeveral: boolean): Promise<[string, string]> {
  const name = isOneOfSeveral ? `health ${pid}` : 'health';
  const said = await readHealth(folder, pid);
  if (typeof said === 'object') return [name, `ill since ${said.since}. ${said.message}`];
  const found = await testStorage(join(folder, 'runs'));
  if (found) return [name, `ill as it seems from here. ${found.message}`];
  return [name, said ?? 'not known'];
}

function untilWhen(expiresAt: string | undefined): string {
  if (expiresAt === undefined) return 'valid, its end is not known';
  return Date.parse(expiresAt) < Date.now() ? `ran out on ${expiresAt}: pair the engine again` : `valid until ${expiresAt}`;
}

async function sizesIn(folder: string): Promise<number[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.zip'));
  return Promise.all(names.map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0));
}
