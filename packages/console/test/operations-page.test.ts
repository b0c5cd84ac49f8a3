/** docs/console-operations.md lists the operations that the console calls. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@millrace/contract';
import { findPaths, readText } from '../../../scripts/house/source-files.ts';

const routesIn = (text: string, mark: string): string[] =>
  [...text.matchAll(new RegExp(`${mark}((?:GET|POST|PUT|PATCH|DELETE) /[^${mark}\\s]*)${mark}`, 'g'))].map(([, route = '']) => route);

test('docs/console-operations.md lists each operation that the console calls, and no other', () => {
  const called = new Set(findPaths('packages/console/src/**/*.{ts,tsx}').flatMap((path) => routesIn(readText(path), "'")));
  const listed = new Set(routesIn(readText('docs/console-operations.md'), '`'));
  assert.ok(called.size >= 10, 'the search found too few operations');
  const known: Readonly<Record<string, unknown>> = operations;
  assert.deepEqual(
    [...called].filter((route) => route in known && !listed.has(route)),
    [],
    'add the operation to docs/console-operations.md',
  );
  assert.deepEqual(
    [...listed].filter((route) => !called.has(route) && route !== 'GET /api/v1/csrf-token'),
    [],
    'the console calls no such operation',
  );
});
