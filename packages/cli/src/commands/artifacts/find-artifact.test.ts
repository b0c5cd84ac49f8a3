import assert from 'node:assert/strict';
import { it } from 'node:test';

import { pickVersion } from './find-artifact.ts';

const artifact = { name: 'load-airports', versions: ['1.10.0.20260301000000', '1.1.0.20260201000000', '1.1.0.20260101000000'] };

it('takes the newest version when none is named', () => {
  assert.equal(pickVersion(artifact, undefined), '1.10.0.20260301000000');
});

it('takes the newest of the versions that begin with the named one, number by number', () => {
  assert.equal(pickVersion(artifact, '1.1.0'), '1.1.0.20260201000000');
  assert.equal(pickVersion(artifact, '1.1.0.20260101000000'), '1.1.0.20260101000000');
});

it('lists the versions when the named one is not there', () => {
  assert.throws(() => pickVersion(artifact, '1.0'), {
    kind: 'notFound',
    message: /has no version 1\.0\. It has 1\.10\.0\.20260301000000, /,
  });
});
