import assert from 'node:assert/strict';
import { it } from 'node:test';

import { nearest } from '../src/nearest.ts';

it('finds the most similar text and ignores letter case', () => {
  const names = ['database_url', 'table', 'source', 'max_rejected'];
  assert.equal(nearest('tabel', names), 'table');
  assert.equal(nearest('Table', names), 'table');
  assert.equal(nearest('max_reject', names), 'max_rejected');
  assert.equal(nearest('hwo', ['what', 'who']), 'who');
  assert.equal(nearest('', ['']), '');
  assert.equal(nearest('databaseurl', names), 'database_url');
});

it('finds nothing where no text is similar', () => {
  assert.equal(nearest('verbose', ['table', 'source']), undefined);
  assert.equal(nearest('x', []), undefined);
});
