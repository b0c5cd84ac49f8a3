import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startCommand } from './group.ts';

it('names the key file and quotes what a shell would split', () => {
  assert.equal(
    startCommand('https://millrace.example', { folder: "/srv/Ada's engine", path: '/srv/pairing.key' }),
    String.raw`millrace-engine pair --url https://millrace.example --key-file /srv/pairing.key --folder '/srv/Ada'\''s engine'` +
      String.raw` && millrace-engine run --folder '/srv/Ada'\''s engine'`,
  );
});
