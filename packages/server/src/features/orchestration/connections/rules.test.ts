import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireSameEnvironment } from '../workspaces/index.ts';
import { requireParametersOnce, requireConnectionUnused, mergeConnectionParameters } from './rules.ts';

test('connections.create.parameters: names that differ in letter case are different', () => {
  requireParametersOnce([]);
  requireParametersOnce([{ name: 'a' }, { name: 'A' }]);
  assert.throws(() => requireParametersOnce([{ name: 'a' }, { name: 'b' }, { name: 'a' }]), { status: 400, code: 'parameter_twice' });
});

test('connections.replace.kept: only parameters that stay encrypted and come without a value', () => {
  const stored = [
    { name: 'secret', encrypted: true, value: 'stored' },
    { name: 'plain', encrypted: false, value: null },
  ];
  const cases: [Parameters<typeof mergeConnectionParameters>[0][number], { encrypted: boolean; value: string | null; kept: boolean }][] = [
    [{ name: 'secret' }, { encrypted: true, value: null, kept: true }],
    [
      { name: 'secret', value: null },
      { encrypted: true, value: null, kept: true },
    ],
    [
      { name: 'secret', encrypted: true },
      { encrypted: true, value: null, kept: true },
    ],
    [
      { name: 'secret', value: '' },
      { encrypted: true, value: '', kept: false },
    ],
    [
      { name: 'secret', encrypted: false },
      { encrypted: false, value: null, kept: false },
    ],
    [
      { name: 'secret', value: 'x', encrypted: false },
      { encrypted: false, value: 'x', kept: false },
    ],
    [
      { name: 'plain', encrypted: true },
      { encrypted: true, value: null, kept: false },
    ],
    [{ name: 'plain' }, { encrypted: false, value: null, kept: false }],
    [
      { name: 'new', value: 'x' },
      { encrypted: false, value: 'x', kept: false },
    ],
  ];
  for (const [sent, merged] of cases)
    assert.deepEqual(mergeConnectionParameters([sent], stored), [{ name: sent.name, ...merged }], JSON.stringify(sent));
});

test('connections.move.environment: both environments must be the same', () => {
  requireSameEnvironment('a', 'a');
  assert.throws(() => requireSameEnvironment('a', 'b'), { status: 400, code: 'workspace_outside_environment' });
});

test('connections.delete.use: one task or one execution is enough', () => {
  requireConnectionUnused({ tasks: [], executions: 0 });
  assert.throws(() => requireConnectionUnused({ tasks: ['Load', 'Clean'], executions: 0 }), { status: 409, message: /Load, Clean/ });
  assert.throws(() => requireConnectionUnused({ tasks: [], executions: 1 }), { status: 409, code: 'connection_in_use' });
});
