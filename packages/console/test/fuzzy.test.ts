import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bestMatches, matchOf } from '../src/app/fuzzy.ts';

const NAMES = [
  'Runs',
  'Run profiles',
  'Remote engines',
  'New task',
  'New schedule',
  'Load airports',
  'Airports: clean (v2)',
  'Zeitpläne',
  'Nightly invoices of the north',
];
const found = (typed: string): string[] =>
  bestMatches(
    typed,
    NAMES.map((name) => ({ name })),
  ).map(({ name }) => name);

describe('the palette', () => {
  it('finds words anywhere in a name, in any order', () => {
    assert.deepEqual(found('ports'), ['Load airports', 'Airports: clean (v2)']);
    assert.deepEqual(found('airports load'), ['Load airports']);
    assert.deepEqual(found('north inv'), ['Nightly invoices of the north']);
    assert.deepEqual(found('zeitplane'), ['Zeitpläne']);
    assert.deepEqual(found('(v2)'), ['Airports: clean (v2)']);
    assert.deepEqual(found('load invoices'), []);
    assert.deepEqual(found(''), NAMES);
  });

  it('finds words with typing errors: one in four letters, two in eight', () => {
    for (const typed of ['aiprorts load', 'load airprts', 'laod airports']) assert.deepEqual(found(typed), ['Load airports'], typed);
    assert.deepEqual(found('shcedlue'), ['New schedule']);
    assert.deepEqual(found('invioces'), ['Nightly invoices of the north']);
    assert.deepEqual(found('nwe'), [], 'too short');
    assert.deepEqual(found('axrpxrt'), []);
  });

  it('shows the best first, and names with typing errors only if no other one matches', () => {
    assert.deepEqual(found('runs'), ['Runs']);
    assert.deepEqual(found('run'), ['Run profiles', 'Runs']);
    assert.deepEqual(found('rusn'), ['Runs', 'Run profiles']);
    const score = (typed: string, name: string): number => matchOf(typed, name)?.score ?? 0;
    assert.ok(score('run', 'run') > score('run', 'run profiles'));
    assert.ok(score('run', 'runs') > score('run', 'brunch'));
    assert.ok(score('load', 'Load airports') > score('load', 'Load airports of the whole world'));
    assert.ok(score('laod', 'Load airports') < score('oad', 'Load airports'));
  });

  it('shows what the server has found by more than a name, after what has the words', () => {
    const entries = [
      { name: 'customers', foundBy: 'content' as const },
      { name: 'xairprots', foundBy: 'words' as const },
      { name: 'Load airports' },
    ];
    assert.deepEqual(
      bestMatches('airports', entries).map(({ name }) => name),
      ['Load airports', 'customers'],
    );
    assert.deepEqual(
      bestMatches('aiports', [entries[1] ?? assert.fail()]).map(({ name }) => name),
      ['xairprots'],
    );
  });
});
