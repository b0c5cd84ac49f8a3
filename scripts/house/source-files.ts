/** The parsed source files of this repository, for the checks and the generated pages. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSource, type SourceFacts } from '../../packages/contract/scripts/parse-source.ts';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A parsed file, with its path from the root (with slashes). `isTest`: a test, or a fixture of tests. */
export type SourceFile = { path: string; isTest: boolean } & SourceFacts;

/** Returns the matching paths from the root, in the same order on every machine, without installed and built files. */
export function findPaths(...patterns: string[]): string[] {
  const exclude = (name: string): boolean => /(^|[/\\])(node_modules|build|\.git)$/.test(name);
  return globSync(patterns, { cwd: root, exclude })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted((a, b) => (a < b ? -1 : 1));
}

/** Reads the text of a file by its path from the root. */
export const readText = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const parsed = new Map<string, SourceFile>();

/** Parses the matching TypeScript files, each once in a process, without generated files. */
export function readSources(...patterns: string[]): SourceFile[] {
  return findPaths(...patterns)
    .filter((path) => /\.tsx?$/.test(path) && !/\.(gen|d)\.ts$/.test(path))
    .map((path) => {
      const file = parsed.get(path) ?? { path, isTest: /\.(?:test|fixture)\.ts$/.test(path), ...parseSource(path, readText(path)) };
      parsed.set(path, file);
      return file;
    });
}

/** Returns the TypeScript files of the packages that people write: sources, tests and scripts. */
export const packageSources = (): readonly SourceFile[] => readSources('packages/*/{src,test,scripts}/**/*.{ts,tsx}');
