import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasNoExecution, isCustom, isNotUsedElsewhere } from './rules.ts';

test('workspaces.delete.custom', () => {
  isCustom('custom');
  for (const type of ['shared', 'personal', '']) assert.throws(() => isCustom(type), { status: 400, code: 'workspace_not_custom' });
});

test('workspaces.delete.use', () => {
  isNotUsedElsewhere([]);
  assert.throws(() => isNotUsedElsewhere(['Load', 'Clean']), { status: 409, code: 'workspace_in_use', message: /: Load, Clean\./ });
});

test('workspaces.delete.running', () => {
  hasNoExecution(0);
  assert.throws(() => hasNoExecution(1), { status: 409, code: 'workspace_in_use', message: /^1 execution in/ });
  assert.throws(() => hasNoExecution(3), { status: 409, code: 'workspace_in_use', message: /^3 executions in/ });
});
