/** The source files of this repository with what they hold, for the checks and the generated pages. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSource, type SourceFacts } from '../../packages/contract/scripts/parse-source.ts';

/** Where the repository lies. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A file by its path from the root, with slashes, and what it holds. Tests, and the fixtures of tests beside features, are no part of the product. */
export type SourceFile = { path: string; isTest: boolean } & SourceFacts;

/** Paths from the root that match, in one order on every machine; nothing that was installed or built. */
export function findPaths(...patterns: string[]): string[] {
  const exclude = (name: string): boolean => /(^|[/\\])(node_modules|build|\.git)$/.test(name);
  return globSync(patterns, { cwd: root, exclude })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted((one, other) => (one < other ? -1 : 1));
}

/** The text of a file by its path from the root. */
export const readText = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Parses the TypeScript files that match, without generated ones. */
export function readSources(...patterns: string[]): SourceFile[] {
  return findPaths(...patterns)
    .filter((path) => /\.tsx?$/.test(path) && !/\.(gen|d)\.ts$/.test(path))
    .map((path) => ({ path, isTest: /\.(?:test|fixture)\.ts$/.test(path), ...parseSource(path, readText(path)) }));
}

let packages: readonly SourceFile[] | undefined;

/** Every TypeScript file of the packages, parsed once in a process. */
export const packageSources = (): readonly SourceFile[] => (packages ??= readSources('packages/*/{src,test,scripts}/**/*.ts'));
