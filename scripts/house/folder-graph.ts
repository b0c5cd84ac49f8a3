/** Which file imports which, and which folders lean on each other in a circle. */
import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

/** An import between two files of the repository, or of a file and a package (`to` is then the name as written). */
export type Arrow = {
  from: string;
  to: string;
  line: number;
  relative: boolean;
  typeOnly: boolean;
  kind: 'static' | 'dynamic' | 'program';
};

/** All imports of the files, relative ones resolved to paths from the root. */
export function arrowsOf(sources: readonly SourceFile[]): Arrow[] {
  return sources.flatMap((source) =>
    source.imports.map(({ from, line, kind, typeOnly }) => {
      const relative = from.startsWith('.');
      return { from: source.path, to: relative ? posix.join(posix.dirname(source.path), from) : from, line, relative, typeOnly, kind };
    }),
  );
}

/** The circles between folders, each once, beginning with its first name, with one import for each step. */
export function circlesOf(arrows: readonly Arrow[], folderOf: (path: string) => string): string[] {
  const steps = new Map<string, Map<string, Arrow>>();
  for (const arrow of arrows.filter((one) => one.relative)) {
    const [from, to] = [folderOf(arrow.from), folderOf(arrow.to)];
    if (from === to) continue;
    const out = steps.get(from) ?? new Map<string, Arrow>();
    if (!out.has(to)) out.set(to, arrow);
    steps.set(from, out);
  }
  const found = new Map<string, string>();
  for (const start of [...steps.keys()].toSorted()) {
    const way = shortestWayBack(steps, start);
    if (!way) continue;
    const key = [...way].toSorted().join(' ');
    const told = way.map((folder, index) => {
      const arrow = steps.get(folder)?.get(way[(index + 1) % way.length] ?? '');
      return `  ${arrow?.from}:${arrow?.line} imports ${arrow?.to}`;
    });
    if (!found.has(key)) found.set(key, [`${way.join(' → ')} → ${start}`, ...told].join('\n'));
  }
  return [...found.values()];
}

function shortestWayBack(steps: ReadonlyMap<string, ReadonlyMap<string, Arrow>>, start: string): string[] | undefined {
  const seen = new Set<string>();
  const ways = [[start]];
  for (let way = ways.shift(); way; way = ways.shift()) {
    for (const next of steps.get(way.at(-1) ?? '')?.keys() ?? []) {
      if (next === start) return way;
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return undefined;
}
