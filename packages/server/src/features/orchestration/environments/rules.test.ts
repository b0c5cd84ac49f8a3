import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasNoEngine, hasNoExecution } from './rules.ts';

test('environments.3.engine', () => {
  hasNoEngine(0);
  assert.throws(() => hasNoEngine(1), { status: 400, code: 'environment_has_engine', message: /^1 engine is assigned/ });
  assert.throws(() => hasNoEngine(2), { status: 400, code: 'environment_has_engine', message: /^2 engines are assigned/ });
});

test('environments.3.use', () => {
  hasNoExecution(0);
  assert.throws(() => hasNoExecution(1), { status: 403, code: 'environment_in_use', message: /^1 execution in/ });
  assert.throws(() => hasNoExecution(7), { status: 403, code: 'environment_in_use', message: /^7 executions in/ });
});
