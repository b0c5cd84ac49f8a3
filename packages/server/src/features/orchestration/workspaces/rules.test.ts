import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workspaceHasNoExecution, isCustom, isNotUsedElsewhere } from './rules.ts';

test('workspaces.delete.custom', () => {
  isCustom('custom');
  for (const type of ['shared', 'personal', '']) assert.throws(() => isCustom(type), { status: 400, code: 'workspace_not_custom' });
});

test('workspaces.delete.use', () => {
  const refused = { status: 409, code: 'workspace_in_use' };
  isNotUsedElsewhere({ tasks: [], plans: [] });
  assert.throws(() => isNotUsedElsewhere({ tasks: ['Load', 'Clean'], plans: [] }), { ...refused, message: /^Tasks.*: Load, Clean\./ });
  assert.throws(() => isNotUsedElsewhere({ tasks: [], plans: ['Nightly'] }), { ...refused, message: /^Plans.*: Nightly\./ });
});

test('workspaces.delete.running', () => {
  workspaceHasNoExecution(0);
  assert.throws(() => workspaceHasNoExecution(1), { status: 409, code: 'workspace_in_use', message: /^1 execution in/ });
  assert.throws(() => workspaceHasNoExecution(3), { status: 409, code: 'workspace_in_use', message: /^3 executions in/ });
});
