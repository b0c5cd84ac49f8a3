/** Which test files have a process of their own, which share one, and which mostly wait. */
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What is run: files that mostly wait for clocks and processes, beside files that keep the machine busy; a group stands for its files. */
export type Plan = { waiting: string[]; busy: string[]; groups: ReadonlySet<string> };

/** Files that install more from the registry than this repository needs: they run where a word names them. */
export const APART = /^(?:bench\/P|scripts\/fresh-clone\/)/;
/** Files of one process. */
const GROUP = 10;
/** What a file does to its process, or demands of it, that others in it would feel. */
const OWN_PROCESS =
  /\bprocess\.(on|once|exit|umask|chdir|memoryUsage|kill|env)\b|\bmock\.|node:child_process|node:async_hooks|\bregisterHooks\b|support\/(install|engine-process|real-engine)|test\/(engine|control-plane)\b/;
/** Where whole programs are started, killed and waited for; the longest first. */
const WAITING = [
  'fresh-clone/',
  'bench/P3',
  'bench/P14',
  'bench/P',
  'journeys/crash',
  'journeys/absence',
  'soak/',
  'engine/src/main',
  'journeys/',
  'load-airports',
  'launch.test',
];
/** What keeps a processor busy for longest begins first, by itself. */
const LONG = ['every-operation/orchestration', 'every-operation/processing', 'contract/permissions', 'contract/references'];
const SHARING = /^(packages\/|scripts\/house\/)/;

/** Plans a run; groups are written as files into the folder. */
export async function planRun(root: string, files: readonly string[], folder: string): Promise<Plan> {
  const waiting = WAITING.flatMap((word) => files.filter((file) => file.includes(word)));
  const rest = files.filter((file) => !waiting.includes(file));
  const long = LONG.flatMap((word) => rest.filter((file) => file.includes(word)));
  const sharing = rest.filter(
    (file) => !long.includes(file) && SHARING.test(file) && !OWN_PROCESS.test(readFileSync(join(root, file), 'utf8')),
  );
  const alone = [...long, ...rest.filter((file) => !sharing.includes(file) && !long.includes(file))];
  const groups = await Promise.all(split(sharing, GROUP).map((some, index) => writeGroup(root, some, folder, index)));
  const place = (file: string): string => join(root, file);
  return { waiting: [...new Set(waiting)].map(place), busy: [...alone.map(place), ...groups], groups: new Set(groups) };
}

/** Neighbours come together, since they load the same modules. */
function split(files: readonly string[], size: number): string[][] {
  const count = Math.ceil(files.length / size);
  return Array.from({ length: count }, (_, index) =>
    files.slice(Math.round((index * files.length) / count), Math.round(((index + 1) * files.length) / count)),
  );
}

async function writeGroup(root: string, files: readonly string[], folder: string, index: number): Promise<string> {
  await mkdir(folder, { recursive: true });
  const name = join(folder, `group-${index + 1}.test.mjs`);
  const paths = files.map((file) => join(root, file));
  await writeFile(
    name,
    `import { runInTurn } from ${JSON.stringify(join(root, 'scripts/tests/share-process.ts'))};\nawait runInTurn(${JSON.stringify(paths)});\n`,
  );
  return name;
}
