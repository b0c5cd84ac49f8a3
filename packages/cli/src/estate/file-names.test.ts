import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { fileNamesOf } from './file-names.ts';

const named = (...names: string[]): string[] => fileNamesOf(names.map((name) => ({ name, identity: name })));

describe('fileNamesOf', () => {
  it('keeps names that every file system can hold', () => {
    const names = ['nightly load', 'Load airports (EU), v1.2', 'naïve', '日本', 'a.b'];
    assert.deepEqual(named(...names), names);
  });

  it('replaces what a path cannot hold, and adds a digest', () => {
    for (const name of [
      '../../etc/passwd',
      '..',
      '.',
      '.hidden',
      'a/b',
      'a\\b',
      'CON',
      'nul.txt',
      'ends. ',
      'a:b',
      'a\u202eb',
      'a\u0000b',
      '~x',
      '-x',
    ]) {
      const [file = ''] = named(name);
      assert.match(file, /^[^/\\:]+~[0-9a-f]{8}$/, name);
      assert.doesNotMatch(file, /^[.~]|^(con|nul)\b|[\p{Cc}\p{Cf}]/iu, name);
    }
  });

  it('gives different file names to names that file systems treat as equal', () => {
    for (const [name, similarName] of [
      ['load', 'LOAD'],
      ['\u00e9', 'e\u0301'],
      ['a/b', 'a:b'],
      ['x'.repeat(255), `${'x'.repeat(254)}y`],
    ] as const) {
      const [first = '', second = ''] = named(name, similarName).map((file) => file.normalize('NFC').toLowerCase());
      assert.notEqual(first, second);
    }
  });

  it('fits into the 255 bytes of a file name with any ending', () => {
    for (const name of ['x'.repeat(255), 'é'.repeat(255), '日'.repeat(255), '👩‍👩‍👧'.repeat(30)])
      assert.ok(named(name).every((file) => Buffer.byteLength(`${file}.content`) <= 200));
  });

  it('does not depend on the order of the names', () => {
    const names = ['load', 'Load', 'a/b', 'b'];
    assert.deepEqual(named(...names.toReversed()).toReversed(), named(...names));
  });
});
