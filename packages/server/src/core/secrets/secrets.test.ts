import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createSecrets, UnreadableSecret } from './secrets.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const TEXTS = ['', 'swordfish', 'ключ 🔑', 'x'.repeat(100_000)];

test('a text comes back, and its ciphertext shows nothing of it and never looks the same', () => {
  const secrets = createSecrets([first]);
  for (const text of TEXTS) {
    const [one, other] = [secrets.encrypt(text, 'a'), secrets.encrypt(text, 'a')];
    assert.equal(secrets.decrypt(one, 'a'), text);
    assert.notDeepEqual(one, other);
    if (text !== '') assert.ok(!one.includes(Buffer.from(text)));
    assert.ok(!one.includes(first));
  }
});

test('old keys are read, and the first key writes', () => {
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

test('every changed byte and every missing end is noticed', () => {
  const secrets = createSecrets([first]);
  const ciphertext = secrets.encrypt('swordfish', 'a');
  for (let at = 0; at < ciphertext.length; at += 1) {
    const changed = Buffer.from(ciphertext);
    changed.writeUInt8((changed[at] ?? 0) ^ 1, at);
    assert.throws(() => secrets.decrypt(changed, 'a'), UnreadableSecret, `byte ${at}`);
    assert.throws(() => secrets.decrypt(ciphertext.subarray(0, at), 'a'), UnreadableSecret, `cut at ${at}`);
  }
});
