import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { compareFields } from './compare.ts';
import { estateKindOf } from './kinds.ts';
import type { EstateFields } from './model/kind.ts';
import { HiddenValue, Placeholder } from './model/places.ts';

const compared = (file: EstateFields, server: EstateFields, values: Record<string, string> = {}, sendSecrets = false) =>
  compareFields(estateKindOf('task'), file, server, { lookup: (variable) => values[variable], sendSecrets });
const pathsOf = ({ differences }: ReturnType<typeof compared>): string[] => differences.map(({ path }) => path.join('.'));

describe('compareFields', () => {
  it('finds fields that differ, are new or are gone', () => {
    const found = compared(
      { name: 'a', tags: ['x'], parameters: { b: '1', c: '2' } },
      { name: 'a', tags: ['y'], parameters: { b: '2', d: '1' } },
    );
    assert.deepEqual(pathsOf(found), ['tags', 'parameters.b', 'parameters.c', 'parameters.d']);
  });

  it('leaves fields alone that the server keeps and the file leaves out', () => {
    const trigger = { type: 'DAILY', interval: 1, startDate: '2031-01-01' };
    assert.deepEqual(pathsOf(compared({ name: 'a' }, { name: 'a', runConfig: { trigger }, pause: { pause: true } })), []);
    const { startDate: _, ...withoutDate } = trigger;
    assert.deepEqual(pathsOf(compared({ runConfig: { trigger: withoutDate } }, { runConfig: { trigger } })), []);
    assert.deepEqual(pathsOf(compared({ pause: { pause: true, pauseContext: 'a' } }, { pause: { pause: true, pauseContext: 'b' } })), []);
  });

  it('compares lists of named objects by their names, and detects another order', () => {
    const [first, second] = [
      { name: 'one', note: 'x' },
      { name: 'other', note: 'y' },
    ];
    assert.deepEqual(pathsOf(compared({ steps: [first, second] }, { steps: [first, { ...second, note: 'z' }] })), ['steps.other.note']);
    assert.deepEqual(pathsOf(compared({ steps: [first, second] }, { steps: [second, first] })), ['steps.(order)']);
  });

  it('shows no secret, however it changes', () => {
    const secret = new HiddenValue('token', 'canary');
    for (const found of [
      compared({}, { parameters: { token: secret } }),
      compared({ parameters: {} }, { parameters: { token: secret } }),
      compared({ parameters: { token: 'text' } }, { parameters: { token: secret } }),
      compared({ parameters: { token: new Placeholder('T') } }, { parameters: { token: secret } }, { T: 'other canary' }),
      compared({ parameters: { token: new Placeholder('T') } }, {}, { T: 'other canary' }),
    ]) {
      assert.equal(found.differences.length, 1);
      assert.doesNotMatch(JSON.stringify(found.differences), /canary/);
    }
    assert.doesNotMatch(JSON.stringify({ secret }), /canary/);
  });

  it('compares a placeholder with the value that the server shows, and reads its variable only then', () => {
    const file = { parameters: { a: new Placeholder('A') } };
    assert.deepEqual(pathsOf(compared(file, { parameters: { a: '1' } }, { A: '1' })), []);
    assert.deepEqual(pathsOf(compared(file, { parameters: { a: '1' } }, { A: '2' })), ['parameters.a']);
    assert.equal(compared(file, { parameters: { a: '1' } }).unset.length, 1);
    const hidden = { parameters: { a: new HiddenValue('a') } };
    assert.deepEqual(pathsOf(compared(file, hidden)), []);
    assert.equal(compared(file, hidden).unset.length, 0);
    assert.deepEqual(pathsOf(compared(file, hidden, {}, true)), ['parameters.a']);
  });
});
