/** Decides which test files have a process of their own, and which share one. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Isolation } from './isolation.ts';

/** A test file by its path from the root. */
export type TestFile = { path: string } & Isolation;

/** The files of a run: those that mostly wait, and those that keep the processors busy. A file in `groups` runs several test files in its process. */
export type Plan = { waiting: string[]; busy: string[]; groups: ReadonlySet<string> };

/** Files that share one process, at most. */
const MAX_GROUP_SIZE = 10;

/** Plans a run; writes one file for each group into the folder. */
export async function planRun(root: string, files: readonly TestFile[], folder: string): Promise<Plan> {
  const longFirst = files.toSorted((a, b) => Number(b.long) - Number(a.long));
  const pathsOf = (selected: readonly TestFile[]): string[] => selected.map(({ path }) => join(root, path));
  const waiting = pathsOf(longFirst.filter((file) => file.waiting));
  const alone = pathsOf(longFirst.filter((file) => file.ownProcess && !file.waiting));
  const sharing = pathsOf(files.filter((file) => !file.ownProcess));
  const groups = await Promise.all(split(sharing, MAX_GROUP_SIZE).map((paths, index) => writeGroup(root, paths, folder, index)));
  return { waiting, busy: [...alone, ...groups], groups: new Set(groups) };
}

/** Splits a list into parts of nearly equal size. The files of a part follow each other in the list, because files of one folder load the same modules. */
function split(files: readonly string[], size: number): string[][] {
  const count = Math.ceil(files.length / size);
  return Array.from({ length: count }, (_, index) =>
    files.slice(Math.round((index * files.length) / count), Math.round(((index + 1) * files.length) / count)),
  );
}

async function writeGroup(root: string, paths: readonly string[], folder: string, index: number): Promise<string> {
  await mkdir(folder, { recursive: true });
  const name = join(folder, `group-${index + 1}.test.mjs`);
  await writeFile(
    name,
    `import { runInTurn } from ${JSON.stringify(join(root, 'scripts/tests/share-process.ts'))};\nawait runInTurn(${JSON.stringify(paths)});\n`,
  );
  return name;
}
