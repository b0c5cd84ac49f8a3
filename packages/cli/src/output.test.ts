import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { it } from 'node:test';

import { wantsColour } from './output.ts';

it('uses colour only on a terminal, and not where NO_COLOR or TERM=dumb is set', () => {
  const stdout = Object.assign(new PassThrough(), { isTTY: true });
  assert.equal(wantsColour({ env: {}, stdout }), true);
  assert.equal(wantsColour({ env: { NO_COLOR: '' }, stdout }), true);
  assert.equal(wantsColour({ env: { NO_COLOR: '1' }, stdout }), false);
  assert.equal(wantsColour({ env: { TERM: 'dumb' }, stdout }), false);
  assert.equal(wantsColour({ env: {}, stdout: new PassThrough() }), false);
});
