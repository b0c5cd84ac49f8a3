import assert from 'node:assert/strict';
import { it } from 'node:test';
import { defaultWorkspace } from './lookup.ts';

const development = { id: '01985b5e-7d5c-7000-8000-000000000001', name: 'development', default: true };
const production = { id: '01985b5e-7d5c-7000-8000-000000000002', name: 'production', default: false };
const shared = { id: '01985b5e-7d5c-7000-8000-000000000011', name: 'Shared', environment: development };
const sharedElsewhere = { id: '01985b5e-7d5c-7000-8000-000000000012', name: 'Shared', environment: production };
const reports = { id: '01985b5e-7d5c-7000-8000-000000000013', name: 'Reports', environment: production };

it('uses the only workspace, whatever its name', () => {
  assert.equal(defaultWorkspace([reports]), reports);
});

it('uses Shared of the default environment if there are several', () => {
  assert.equal(defaultWorkspace([reports, sharedElsewhere, shared]), shared);
});

it('asks for a workspace and lists them if there is no default', () => {
  assert.throws(() => defaultWorkspace([reports, sharedElsewhere]), {
    kind: 'usage',
    message: `Name a workspace with --workspace: production/Reports (${reports.id}), production/Shared (${sharedElsewhere.id}).`,
  });
  assert.throws(() => defaultWorkspace([]), { kind: 'notFound' });
});
