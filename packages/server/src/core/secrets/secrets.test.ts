import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createSecrets, UnreadableSecret } from './secrets.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const TEXTS = ['', 'swordfish', 'ключ 🔑', 'x'.repeat(100_000)];

test('a text is decrypted unchanged, and its ciphertexts differ and do not contain it', () => {
  const secrets = createSecrets([first]);
  for (const text of TEXTS) {
    const [ciphertext, another] = [secrets.encrypt(text, 'a'), secrets.encrypt(text, 'a')];
    assert.equal(secrets.decrypt(ciphertext, 'a'), text);
    assert.notDeepEqual(ciphertext, another);
    if (text !== '') assert.ok(!ciphertext.includes(Buffer.from(text)));
    assert.ok(!ciphertext.includes(first));
  }
});

test('the first key encrypts, and old keys can still decrypt', () => {
  const old = createSecrets([first]).encrypt('swordfish', 'a');
  const rotated = createSecrets([second, first]);
  assert.equal(rotated.decrypt(old, 'a'), 'swordfish');
  assert.equal(rotated.isCurrent(old), false);
  const moved = rotated.encrypt('swordfish', 'a');
  assert.equal(rotated.isCurrent(moved), true);
  assert.equal(createSecrets([second]).decrypt(moved, 'a'), 'swordfish');
  assert.throws(() => createSecrets([first]).decrypt(moved, 'a'), UnreadableSecret);
});

test('a ciphertext is bound to its place', () => {
  const secrets = createSecrets([first]);
  assert.throws(() => secrets.decrypt(secrets.encrypt('swordfish', 'a'), 'b'), UnreadableSecret);
});

test('every changed byte and every missing end is detected', () => {
  const secrets = createSecrets([first]);
  const ciphertext = secrets.encrypt('swordfish', 'a');
  for (let at = 0; at < ciphertext.length; at += 1) {
    const changed = Buffer.from(ciphertext);
    changed.writeUInt8((changed[at] ?? 0) ^ 1, at);
    assert.throws(() => secrets.decrypt(changed, 'a'), UnreadableSecret, `byte ${at}`);
    assert.throws(() => secrets.decrypt(ciphertext.subarray(0, at), 'a'), UnreadableSecret, `cut at ${at}`);
  }
});
