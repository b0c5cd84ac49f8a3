import { statSync } from 'node:fs';

/** File systems may store times in steps of some seconds, so a second change within this time may leave the same time. */
const SETTLED_MILLISECONDS = 5000;

/** Returns a text that differs after each change of the files; null if a file has just changed, because a further change might leave the same time. */
export function fileState(paths: readonly string[]): string | null {
  const parts: string[] = [];
  for (const path of paths) {
    const file = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (!file) continue;
    if (Math.abs(Date.now() - Number(file.mtimeMs)) < SETTLED_MILLISECONDS) return null;
    parts.push([path, file.dev, file.ino, file.size, file.mtimeNs, file.ctimeNs].join(':'));
  }
  return parts.join('|');
}
