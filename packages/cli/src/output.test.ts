import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { it } from 'node:test';

import { namesIn, wantsColour } from './output.ts';

it('uses colour only on a terminal, and not where NO_COLOR or TERM=dumb is set', () => {
  const stdout = Object.assign(new PassThrough(), { isTTY: true });
  assert.equal(wantsColour({ env: {}, stdout }), true);
  assert.equal(wantsColour({ env: { NO_COLOR: '' }, stdout }), true);
  assert.equal(wantsColour({ env: { NO_COLOR: '1' }, stdout }), false);
  assert.equal(wantsColour({ env: { TERM: 'dumb' }, stdout }), false);
  assert.equal(wantsColour({ env: {}, stdout: new PassThrough() }), false);
});

it('names entries by their name, and those that share a name by their id', () => {
  const entries = [
    { id: '1', name: 'load' },
    { id: '2', name: 'Shared' },
    { id: '3', name: 'Shared' },
  ];
  for (const answer of [entries, { items: entries, total: 3 }, { data: entries, links: {} }])
    assert.deepEqual(namesIn(answer), ['load', '2', '3']);
});

it('names entries without a name by their id, and leaves out those with neither', () => {
  assert.deepEqual(namesIn([{ executionId: '4' }, { login: 'ada', id: '5' }, { enabled: true }]), ['4', 'ada']);
  assert.deepEqual(namesIn({ executable: '6', name: '' }), ['6']);
  assert.deepEqual(namesIn({ id: '7', data: { name: 'inner' } }), ['7']);
  assert.deepEqual(namesIn(null), []);
});
