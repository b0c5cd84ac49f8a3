/** The length and the names of files, and the comments of exports. */
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { describe, test } from 'node:test';
import { findPaths, packageSources, readSources, readText, type SourceFile } from '../../../../scripts/house/source-files.ts';

type Cap = { most: number; of: string; fits(file: Pick<SourceFile, 'path' | 'isTest'>): boolean };

const named = (pattern: RegExp) => (file: { path: string }) => file.path.includes('/features/') && pattern.test(posix.basename(file.path));

/** The first cap that fits a file applies. */
const CAPS: readonly Cap[] = [
  { most: 300, of: 'rules.test.ts', fits: named(/^rules\.test\.ts$/) },
  { most: 250, of: 'a test of an endpoint', fits: named(/\.test\.ts$/) },
  { most: 250, of: 'operations.ts', fits: named(/^(?:.+-)?operations\.ts$/) },
  { most: 60, of: 'index.ts', fits: named(/^index\.ts$/) },
  { most: 200, of: 'rules.ts', fits: named(/^rules\.ts$/) },
  { most: 250, of: 'rows.ts', fits: named(/^(?:.+-)?rows\.ts$/) },
  { most: 100, of: 'json.ts', fits: named(/^json\.ts$/) },
  { most: 120, of: 'states.ts', fits: named(/^states\.ts$/) },
  { most: 150, of: 'jobs.ts and timers.ts', fits: named(/^(?:jobs|timers)\.ts$/) },
  { most: 40, of: 'a surface', fits: (file) => file.path.includes('/core/http/surfaces/') },
  { most: 100, of: 'a command', fits: (file) => /^scripts\/[^/]+\.ts$/.test(file.path) },
  { most: 300, of: 'any other source file', fits: () => true },
];
/** The most lines of an operation, with its comment. */
const OPERATION = 70;
const LIFTED = /^\/\/ cap: (\d+) because \S.{10,}/;

const PAGES: readonly [pattern: string, most: number][] = [
  ['README.md', 150],
  ['ARCHITECTURE.md', 150],
  ['CONTRIBUTING.md', 120],
  ['docs/adr/*.md', 60],
  ['packages/server/src/features/**/README.md', 40],
  ['packages/console/README.md', 120],
];

const FORBIDDEN = /(?:^|-)(?:utils?|helpers?|common|manager|handlers?|misc)$|^(?:data|info|service|controller|repository)$/;

const sources = [
  ...packageSources(),
  ...readSources('scripts/**/*.ts', 'examples/**/*.ts', 'bench/**/*.ts', 'soak/**/*.ts', 'deploy/**/*.ts'),
];
/** All files but the benchmarks, which use the words of their peers. */
const ours = sources.filter((file) => !file.path.startsWith('bench/'));
const code = ours.filter((file) => !file.isTest);

describe('length', () => {
  test('every source file is within the cap of its kind, or lifts it on line 1 with the reason', () => {
    const long = sources.flatMap((file) => {
      const cap = CAPS.find((one) => one.fits(file));
      const lifted = LIFTED.exec(file.firstLine)?.[1];
      const most = lifted === undefined ? (cap?.most ?? 0) : Number(lifted);
      return file.lines <= most ? [] : [`${file.path} has ${file.lines} lines; the cap of ${cap?.of} is ${most}`];
    });
    assert.deepEqual(long, [], 'split by noun, or lift the cap on line 1: // cap: <number> because …');
  });

  test('an operation fits on a screen', () => {
    const long = sources.flatMap(({ path, endpoints }) =>
      endpoints
        .filter(({ first, last }) => last - first >= OPERATION)
        .map(({ name, first, last }) => `${path}: ${name} has ${last - first + 1} lines`),
    );
    assert.deepEqual(long, [], `an operation has at most ${OPERATION} lines, with its comment`);
  });

  test('a file within the cap of its kind does not lift it', () => {
    const idle = sources.filter((file) => LIFTED.test(file.firstLine) && file.lines <= (CAPS.find((one) => one.fits(file))?.most ?? 0));
    assert.deepEqual(
      idle.map((file) => file.path),
      [],
    );
  });

  test('pages are within their caps', () => {
    const long = PAGES.flatMap(([pattern, most]) =>
      findPaths(pattern).flatMap((path) => {
        const lines = readText(path).trimEnd().split('\n').length;
        return lines <= most ? [] : [`${path} has ${lines} lines; the cap is ${most}`];
      }),
    );
    assert.deepEqual(long, []);
  });
});

describe('names', () => {
  test('files and folders have specific names in kebab-case', () => {
    const parts = new Set(ours.flatMap((file) => file.path.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'))));
    const bad = [...parts].filter((path) => {
      const name = posix.basename(path).replace(/(?:\.(?:test|fixture|gen|d))?\.tsx?$/, '');
      return !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || FORBIDDEN.test(name);
    });
    assert.deepEqual(bad, []);
  });

  test('a function whose name asks returns an answer that is read; one that refuses is called require…, in tests assert…', () => {
    const unread = ours.flatMap(({ path, unread: calls }) => calls.map(({ name, line }) => `${path}:${line} ${name}`));
    assert.deepEqual(unread, []);
  });

  test('exports have no vague names', () => {
    const vague = code.flatMap((file) =>
      file.exports
        .filter((exported) => /(?:Utils?|Helpers?|Manager|Handlers?|Common)$/.test(exported.name))
        .map((exported) => `${file.path}:${exported.line} ${exported.name}`),
    );
    assert.deepEqual(vague, []);
  });

  test('exports are named, never default', () => {
    const defaults = code.flatMap((file) =>
      file.exports.filter((exported) => exported.kind === 'default').map((exported) => `${file.path}:${exported.line}`),
    );
    assert.deepEqual(defaults, []);
  });
});

describe('comments', () => {
  test('every export has a doc comment', () => {
    const silent = code.flatMap((file) =>
      file.exports.filter((exported) => !exported.documented).map((exported) => `${file.path}:${exported.line} ${exported.name}`),
    );
    assert.deepEqual(silent, [], 'one doc line on every export');
  });

  test('a line of a comment has at most 155 characters', () => {
    const wide = sources.flatMap(({ path }) =>
      readText(path)
        .split('\n')
        .flatMap((line, index) =>
          /^\s*(?:\/\/|\/?\*)/.test(line) && line.length > 155 ? [`${path}:${index + 1} has ${line.length} characters`] : [],
        ),
    );
    assert.deepEqual(wide, [], 'the formatter leaves comments alone: break the line before 150');
  });

  test('a note of future work has an issue number', () => {
    const notes = code.flatMap(({ path }) =>
      [...readText(path).matchAll(/^.*(?:\/\/|\*)\s*(?:TODO|FIXME|XXX)\b(?! #\d).*$/gm)].map(([line]) => `${path}: ${line.trim()}`),
    );
    assert.deepEqual(notes, []);
  });

  test('a suppressed lint rule has a reason', () => {
    const silent = sources.flatMap(({ path }) =>
      [...readText(path).matchAll(/^.*(?:oxlint-disable|@ts-expect-error|@ts-ignore)(?!.* -- \S).*$/gm)].map(
        ([line]) => `${path}: ${line.trim()}`,
      ),
    );
    assert.deepEqual(
      silent.filter((one) => !one.includes('matchAll')),
      [],
    );
  });
});
