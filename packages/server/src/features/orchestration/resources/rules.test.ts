import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireSameEnvironment } from '../workspaces/index.ts';
import { requireResourceUnused } from './rules.ts';

test('names at most twenty tasks that use a resource', () => {
  requireResourceUnused({ count: 0, names: [] });
  const names = Array.from({ length: 25 }, (_, index) => `t${index}`);
  const message = (uses: { count: number; names: string[] }): string => {
    try {
      requireResourceUnused(uses);
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };
  assert.match(message({ count: 2, names: ['a', 'b'] }), /: 'a', 'b'\. Remove/);
  assert.match(message({ count: 30, names }), /'t19', 10 more\./);
  assert.match(message({ count: 3, names: [] }), /: 3 that you cannot see\./);
});

test('refuses a move to another environment', () => {
  requireSameEnvironment('a', 'a');
  assert.throws(() => requireSameEnvironment('a', 'b'), { status: 400, code: 'workspace_outside_environment' });
});
