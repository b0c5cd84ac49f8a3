import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pickVersion } from './lookup.ts';

const artifact = { name: 'load-airports', versions: ['1.10.0.20260301000000', '1.1.0.20260201000000', '1.1.0.20260101000000'] };

it('picks the newest version where none is named', () => {
  assert.equal(pickVersion(artifact, undefined), '1.10.0.20260301000000');
});

it('picks the newest of the versions that begin with the given numbers', () => {
  assert.equal(pickVersion(artifact, '1.1.0'), '1.1.0.20260201000000');
  assert.equal(pickVersion(artifact, '1.1.0.20260101000000'), '1.1.0.20260101000000');
});

it('lists the versions if the named one does not exist', () => {
  assert.throws(() => pickVersion(artifact, '1.0'), {
    kind: 'notFound',
    message: /has no version 1\.0\. It has 1\.10\.0\.20260301000000, /,
  });
});
