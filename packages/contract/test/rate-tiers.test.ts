import assert from 'node:assert/strict';
import { test } from 'node:test';
import document from '../src/openapi.gen.json' with { type: 'json' };

type Operation = { 'x-rate-tier'?: number; responses: Record<string, unknown> };

const all = Object.entries(document.paths as unknown as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => method !== 'parameters')
    .map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
);

test('every operation below /api/v1 has a rate tier', () => {
  const below = all.filter(({ route }) => route.includes(' /api/v1/'));
  assert.ok(below.length > 0);
  const without = below.filter(({ operation }) => ![1, 2].includes(operation['x-rate-tier'] ?? 0));
  assert.deepEqual(
    without.map(({ route }) => route),
    [],
    'write x-rate-tier into openapi.yaml of the section: 1 for an operation that reads, 2 for one that changes something',
  );
});

test('every operation with a rate tier lists 429', () => {
  const without = all.filter(({ operation }) => operation['x-rate-tier'] !== undefined && operation.responses['429'] === undefined);
  assert.deepEqual(without, []);
});
