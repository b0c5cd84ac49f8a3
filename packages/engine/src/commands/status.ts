import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readCredential } from '../credential.ts';
import { programsOf } from '../incarnations.ts';
import { answers } from '../protocol.ts';
import { folderOf, type Told } from '../settings.ts';

/** Exit code where the engine is paired and no program runs, as `systemctl status` has it. */
const NOT_RUNNING = 3;

/** Says what the folder holds and whether a program works there. */
export async function statusCommand(told: Told): Promise<number> {
  const folder = folderOf(told);
  const credential = await readCredential(folder);
  if (!credential) {
    process.stdout.write(`folder         ${folder}\nengine         not paired: millrace-engine pair URL\n`);
    return 1;
  }
  const [programs, runs, bundles, isThere] = await Promise.all([
    programsOf(folder),
    readdir(join(folder, 'runs')).catch(() => []),
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
    ['runs', `${runs.length} in hand`],
    ['cache', `${bundles.length} files, ${megabytes.toFixed(1)} MiB`],
  ];
  process.stdout.write(lines.map(([name = '', value]) => `${name.padEnd(15)}${value}\n`).join(''));
  return running.length > 0 ? 0 : NOT_RUNNING;
}

function untilWhen(expiresAt: string | undefined): string {
  if (expiresAt === undefined) return 'valid, its end is not known';
  return Date.parse(expiresAt) < Date.now() ? `ran out on ${expiresAt}: pair the engine again` : `valid until ${expiresAt}`;
}

async function sizesIn(folder: string): Promise<number[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.zip'));
  return Promise.all(names.map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0));
}
