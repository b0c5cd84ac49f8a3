import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireEnvironmentWithoutEngines, requireEnvironmentWithoutExecutions } from './rules.ts';

test('environments.3.engine', () => {
  requireEnvironmentWithoutEngines(0);
  assert.throws(() => requireEnvironmentWithoutEngines(1), {
    status: 400,
    code: 'environment_has_engine',
    message: /^1 engine is assigned/,
  });
  assert.throws(() => requireEnvironmentWithoutEngines(2), {
    status: 400,
    code: 'environment_has_engine',
    message: /^2 engines are assigned/,
  });
});

test('environments.3.use', () => {
  requireEnvironmentWithoutExecutions(0);
  assert.throws(() => requireEnvironmentWithoutExecutions(1), { status: 403, code: 'environment_in_use', message: /^1 execution in/ });
  assert.throws(() => requireEnvironmentWithoutExecutions(7), { status: 403, code: 'environment_in_use', message: /^7 executions in/ });
});
