/** The length of operations and pages, the names of files, and the comments of exports. The linter checks the length of files. */
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { describe, test } from 'node:test';
import { findPaths, packageSources, readSources, readText } from '../../../../scripts/house/source-files.ts';

/** The most lines of an operation, with its comment. */
const OPERATION = 70;

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
  test('an operation fits on a screen', () => {
    const long = sources.flatMap(({ path, endpoints }) =>
      endpoints
        .filter(({ first, last }) => last - first >= OPERATION)
        .map(({ name, first, last }) => `${path}: ${name} has ${last - first + 1} lines`),
    );
    assert.deepEqual(long, [], `an operation has at most ${OPERATION} lines, with its comment`);
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
