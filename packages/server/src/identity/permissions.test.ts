import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Allow, Permission } from '@millrace/contract';
import { allows } from './authenticate.ts';

const actor = (...permissions: Permission[]) => ({ permissions: new Set(permissions) });

test('authentication.3.permission', () => {
  assert.equal(allows(actor('SVC_OPERATOR'), 'SVC_OPERATOR'), true);
  assert.equal(allows(actor('SVC_OPERATOR'), 'SVC_ENVIRONMENT_MANAGEMENT'), false);
  assert.equal(allows(actor(), 'SVC_OPERATOR'), false);
  const either: Allow = { anyOf: ['SVC_OPERATOR', 'SVC_CLUSTER_MANAGEMENT'] };
  assert.equal(allows(actor('SVC_CLUSTER_MANAGEMENT'), either), true);
  assert.equal(allows(actor('SVC_ENVIRONMENT_MANAGEMENT'), either), false);
  assert.equal(allows(actor(), 'signed-in'), true);
});

test('denies users the operations of engines, public operations and unknown permissions', () => {
  const unknown = [
    'engine',
    'public',
    '',
    'svc_operator',
    'has',
    {},
    { anyOf: [] },
    { anyOf: 'SVC_OPERATOR' },
    { allOf: ['SVC_OPERATOR'] },
  ];
  for (const allow of unknown) assert.equal(allows(actor('SVC_OPERATOR'), allow as Allow), false, JSON.stringify(allow));
});
