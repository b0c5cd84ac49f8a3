/** The scopes of OAuth clients, and the words of the published product. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { neutralWord, PERMISSIONS, SCOPES, VENDOR_WORDS } from '@millrace/contract';

describe('scopes', () => {
  test('each parent is a scope, and no scope includes itself', () => {
    for (const name of Object.keys(SCOPES)) {
      const seen = new Set<string>();
      for (let one: string | undefined = name; one !== undefined; one = SCOPES[one]?.parent) {
        assert.ok(Object.hasOwn(SCOPES, one) && !seen.has(one), `${name}: ${one}`);
        seen.add(one);
      }
    }
  });

  test('there is one for each permission', () => {
    assert.deepEqual(
      PERMISSIONS.filter((permission) => !Object.hasOwn(SCOPES, `classic_service.${permission.toLowerCase()}`)),
      [],
    );
  });

  test('have at most 256 characters and no space', () => {
    for (const name of Object.keys(SCOPES)) assert.match(name, /^[!#-[\]-~]{1,256}$/);
  });
});

test('a word of the published product becomes ours', () => {
  for (const [ours, vendor] of Object.entries(VENDOR_WORDS)) assert.deepEqual([neutralWord(vendor), neutralWord(ours)], [ours, ours]);
  assert.equal(VENDOR_WORDS['classic_service.svc_operator'], 'classic_talend.tmc_operator');
});
