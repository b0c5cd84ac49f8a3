import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireWorkspaceWithoutExecutions, requireCustom, requireNotUsedElsewhere } from './rules.ts';

test('workspaces.delete.custom', () => {
  requireCustom('custom');
  for (const type of ['shared', 'personal', '']) assert.throws(() => requireCustom(type), { status: 400, code: 'workspace_not_custom' });
});

test('workspaces.delete.use', () => {
  const refused = { status: 409, code: 'workspace_in_use' };
  requireNotUsedElsewhere({ tasks: [], plans: [] });
  assert.throws(() => requireNotUsedElsewhere({ tasks: ['Load', 'Clean'], plans: [] }), { ...refused, message: /^Tasks.*: Load, Clean\./ });
  assert.throws(() => requireNotUsedElsewhere({ tasks: [], plans: ['Nightly'] }), { ...refused, message: /^Plans.*: Nightly\./ });
});

test('workspaces.delete.running', () => {
  requireWorkspaceWithoutExecutions(0);
  assert.throws(() => requireWorkspaceWithoutExecutions(1), { status: 409, code: 'workspace_in_use', message: /^1 execution in/ });
  assert.throws(() => requireWorkspaceWithoutExecutions(3), { status: 409, code: 'workspace_in_use', message: /^3 executions in/ });
});
