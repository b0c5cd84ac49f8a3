/** The imports between files, and the cycles of imports between folders. */
import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

/** An import between two files of the repository, or of a package by a file (then `to` is the name as written). */
export type ImportEdge = {
  from: string;
  to: string;
  line: number;
  relative: boolean;
  typeOnly: boolean;
  kind: 'static' | 'dynamic' | 'program';
};

/** Returns all imports of the files. Relative imports are resolved to paths from the root. */
export function importEdges(sources: readonly SourceFile[]): ImportEdge[] {
  return sources.flatMap((source) =>
    source.imports.map(({ from, line, kind, typeOnly }) => {
      const relative = from.startsWith('.');
      return { from: source.path, to: relative ? posix.join(posix.dirname(source.path), from) : from, line, relative, typeOnly, kind };
    }),
  );
}

/** Returns the shortest cycle through each folder that is in one; a cycle that several folders have in common once. Each step has one of its imports. */
export function cyclesOf(edges: readonly ImportEdge[], folderOf: (path: string) => string): string[] {
  const steps = new Map<string, Map<string, ImportEdge>>();
  for (const edge of edges.filter(({ relative }) => relative)) {
    const [from, to] = [folderOf(edge.from), folderOf(edge.to)];
    if (from === to) continue;
    const targets = steps.get(from) ?? new Map<string, ImportEdge>();
    if (!targets.has(to)) targets.set(to, edge);
    steps.set(from, targets);
  }
  const found = new Map<string, string>();
  for (const start of [...steps.keys()].toSorted()) {
    const cycle = shortestCycle(steps, start);
    if (!cycle) continue;
    const key = [...cycle].toSorted().join(' ');
    const importLines = cycle.map((folder, index) => {
      const edge = steps.get(folder)?.get(cycle[(index + 1) % cycle.length] ?? '');
      return `  ${edge?.from}:${edge?.line} imports ${edge?.to}`;
    });
    if (!found.has(key)) found.set(key, [`${cycle.join(' → ')} → ${start}`, ...importLines].join('\n'));
  }
  return [...found.values()];
}

function shortestCycle(steps: ReadonlyMap<string, ReadonlyMap<string, ImportEdge>>, start: string): string[] | undefined {
  const seen = new Set<string>();
  const paths = [[start]];
  for (let path = paths.shift(); path; path = paths.shift()) {
    for (const next of steps.get(path.at(-1) ?? '')?.keys() ?? []) {
      if (next === start) return path;
      if (!seen.has(next)) paths.push([...path, next]);
      seen.add(next);
    }
  }
  return undefined;
}
