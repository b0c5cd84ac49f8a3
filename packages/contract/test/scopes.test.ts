/** The scopes of OAuth clients, and the words of the published product. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { grantsScope, neutralWord, PERMISSION_SCOPES, PERMISSIONS, SCOPES, VENDOR_WORDS } from '@millrace/contract';

describe('scopes', () => {
  test('each parent is a scope, and no scope includes itself', () => {
    for (const name of Object.keys(SCOPES)) {
      const checkParents = (scope: string, below: readonly string[]): void => {
        assert.ok(Object.hasOwn(SCOPES, scope) && !below.includes(scope), `${name}: ${scope}`);
        for (const parent of SCOPES[scope]?.parents ?? []) checkParents(parent, [...below, scope]);
      };
      checkParents(name, []);
    }
  });

  test('each permission has a scope', () => {
    assert.deepEqual(
      PERMISSIONS.filter((permission) => !Object.hasOwn(SCOPES, `classic_service.${permission.toLowerCase()}`)),
      [],
    );
  });

  test('a scope is granted by itself and by each scope that includes it', () => {
    const granted = (held: string, wanted: string): boolean => grantsScope(new Set([held]), wanted);
    assert.ok(granted('admin_classic', 'users:read') && granted('user_default', 'users:read') && granted('users', 'users:read'));
    assert.ok(granted('admin_classic', PERMISSION_SCOPES.SVC_ROLE_MANAGEMENT) && granted('user_default', PERMISSION_SCOPES.SVC_OPERATOR));
    for (const [held, wanted] of [
      ['users:read', 'users'],
      ['user_default', 'admin_classic'],
      ['admin.users', PERMISSION_SCOPES.SVC_USER_MANAGEMENT],
      ['user_default', PERMISSION_SCOPES.SVC_ROLE_MANAGEMENT],
      ['admin_classic', 'offline_access'],
      ['user_default', 'unknown'],
    ] as const)
      assert.equal(granted(held, wanted), false, `${held} ${wanted}`);
  });

  test('each name has at most 256 characters and no space', () => {
    for (const name of Object.keys(SCOPES)) assert.match(name, /^[!#-[\]-~]{1,256}$/);
  });
});

test('a word of the published product becomes ours', () => {
  for (const [ours, vendor] of Object.entries(VENDOR_WORDS)) assert.deepEqual([neutralWord(vendor), neutralWord(ours)], [ours, ours]);
  assert.equal(VENDOR_WORDS['classic_service.svc_operator'], 'classic_talend.tmc_operator');
  assert.equal(VENDOR_WORDS['SVC_OPERATOR'], 'TMC_OPERATOR');
  assert.equal(neutralWord('TMC_STATIC_IP_MANAGEMENT'), 'TMC_STATIC_IP_MANAGEMENT', 'a permission that we do not have');
});
