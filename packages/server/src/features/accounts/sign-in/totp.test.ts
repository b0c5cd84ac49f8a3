import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { authenticatorUrl, base32, codeAt, newSecret, stepAt, stepOfCode } from './second-factor.ts';

const SECRET = base32(Buffer.from('12345678901234567890'));

describe('time-based codes', () => {
  test('are those of RFC 6238, appendix B, with six digits', () => {
    assert.equal(SECRET, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    for (const [seconds, code] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
      [20_000_000_000, '353130'],
    ] as const)
      assert.equal(codeAt(SECRET, stepAt(new Date(seconds * 1000))), code);
  });

  test('sign-in.factor.code', () => {
    const now = new Date(1_234_567_890_000);
    const step = stepAt(now);
    for (const [by, expected] of [
      [-2, undefined],
      [-1, step - 1],
      [0, step],
      [1, step + 1],
      [2, undefined],
    ] as const)
      assert.equal(stepOfCode(SECRET, codeAt(SECRET, step + by), now), expected, String(by));
    for (const wrong of ['', '5924', '0059240', ' 05924', 'abcdef', '-05924'])
      assert.equal(stepOfCode(SECRET, wrong, now), undefined, wrong);
  });

  test('a secret has 160 bits, and an address that authenticator apps accept', () => {
    assert.match(newSecret(), /^[A-Z2-7]{32}$/);
    assert.notEqual(newSecret(), newSecret());
    assert.equal(
      authenticatorUrl(SECRET, 'ada & co'),
      `otpauth://totp/Millrace:ada%20%26%20co?secret=${SECRET}&issuer=Millrace&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
