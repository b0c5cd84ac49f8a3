import { statSync } from 'node:fs';

/** The time of the last change may be told in steps: a younger change may be followed by another one that tells the same time. */
const SETTLED_MILLISECONDS = 5000;

/** Returns a text that differs after each change of the files; null where one has just changed, so that a further change might not be told. */
export function fileChange(paths: readonly string[]): string | null {
  const parts: string[] = [];
  for (const path of paths) {
    const file = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (!file) continue;
    if (Math.abs(Date.now() - Number(file.mtimeMs)) < SETTLED_MILLISECONDS) return null;
    parts.push([path, file.dev, file.ino, file.size, file.mtimeNs, file.ctimeNs].join(':'));
  }
  return parts.join('|');
}
