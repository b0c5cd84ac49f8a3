import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environmentHasNoEngine, environmentHasNoExecution } from './rules.ts';

test('environments.3.engine', () => {
  environmentHasNoEngine(0);
  assert.throws(() => environmentHasNoEngine(1), { status: 400, code: 'environment_has_engine', message: /^1 engine is assigned/ });
  assert.throws(() => environmentHasNoEngine(2), { status: 400, code: 'environment_has_engine', message: /^2 engines are assigned/ });
});

test('environments.3.use', () => {
  environmentHasNoExecution(0);
  assert.throws(() => environmentHasNoExecution(1), { status: 403, code: 'environment_in_use', message: /^1 execution in/ });
  assert.throws(() => environmentHasNoExecution(7), { status: 403, code: 'environment_in_use', message: /^7 executions in/ });
});
