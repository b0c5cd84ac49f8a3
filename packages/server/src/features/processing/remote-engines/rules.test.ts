import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../../core/base/problem.ts';
import { requireEngineUnused } from './rules.ts';

test('remote-engines.delete.use: the refusal counts the tasks or executions', () => {
  requireEngineUnused({ tasks: 0, executions: 0 });
  const cases: [uses: Parameters<typeof requireEngineUnused>[0], message: RegExp][] = [
    [{ tasks: 1, executions: 0 }, /^1 task is /],
    [{ tasks: 2, executions: 5 }, /^2 tasks are /],
    [{ tasks: 0, executions: 1 }, /^1 execution on /],
    [{ tasks: 0, executions: 3 }, /^3 executions on /],
  ];
  for (const [uses, message] of cases) {
    assert.throws(
      () => requireEngineUnused(uses),
      (error) => error instanceof Problem && error.status === 409 && error.code === 'engine_in_use' && message.test(error.message),
    );
  }
});
