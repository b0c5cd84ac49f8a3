import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { wordsOf } from './actions.ts';
import { storedBody } from './entry.ts';

describe('audit-log.entry.size', () => {
  test('keeps a body of 16 KiB whole', () => {
    const body = 'x'.repeat(16 * 1024 - 2);
    assert.equal(storedBody(body), JSON.stringify(body));
    assert.equal(storedBody(undefined), undefined);
  });

  test('cuts a longer body at the end of a character', () => {
    for (const character of ['x', 'é', '€', '😀']) {
      const body = character.repeat(20_000);
      const text = storedBody(body) ?? '';
      const [kept = '', note] = text.split('…');
      assert.equal(note, ` (cut: ${Buffer.byteLength(body) + 2} bytes in all)`);
      assert.ok(Buffer.byteLength(kept) <= 16 * 1024 && Buffer.byteLength(kept) > 16 * 1024 - 4, character);
      assert.equal(kept, `"${character.repeat((kept.length - 1) / character.length)}`);
    }
  });
});

describe('audit-log.entry.words', () => {
  for (const [action, type, category, operation] of [
    ['environments.create-environment', 'environment management', 'environment', 'create'],
    ['workspaces.replace-workspace', 'environment management', 'workspace', 'update'],
    ['workspace-permissions.remove-user-rights', 'environment management', 'workspace permissions', 'delete'],
    ['promotions.analyze-promotion', 'environment management', 'promotion', 'analyze'],
    ['tenant-users.change-tenant-user', 'access management', 'user', 'update'],
    ['tenants.rename-tenant', 'access management', 'tenant', 'update'],
    ['api-keys.create-api-key', 'access management', 'api key', 'create'],
    ['service-accounts.create-service-account-secret', 'access management', 'service account', 'create'],
    ['service-accounts.issue-service-account-token', 'access management', 'service account', 'sign in'],
    ['task-executions.start-task-execution', 'processing management', 'task execution', 'run'],
    ['task-executions.end-task-execution', 'processing management', 'task execution', 'stop'],
    ['tasks.pause-task', 'orchestration management', 'task', 'pause'],
    ['gone-things.forget-thing', 'management', 'gone thing', 'forget'],
  ] as const)
    test(action, () => assert.deepEqual(wordsOf(action), { type, category, operation }));
});
