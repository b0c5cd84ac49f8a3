import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trustAxes, trustScore, type TrustFacts } from './trust-axes.ts';

const NOTHING: TrustFacts = {
  invalid: 0,
  empty: 0,
  valid: 0,
  rating: null,
  certification: 'none',
  uses: 0,
  isDescribed: false,
  hasTags: false,
  hasAttributes: false,
  columns: 0,
  describedColumns: 0,
};

test('datasets.trust.axes', () => {
  const cases: readonly [Partial<TrustFacts>, Partial<ReturnType<typeof trustAxes>>][] = [
    [{}, { validity: 0, completeness: 0, popularity: 0, discoverability: 0, usage: 0 }],
    [
      { valid: 3, invalid: 1, empty: 4 },
      { validity: 75, completeness: 50 },
    ],
    [{ empty: 4 }, { validity: 0, completeness: 0 }],
    [
      { valid: 2, invalid: 1 },
      { validity: 66.67, completeness: 100 },
    ],
    [{ rating: 0.5 }, { popularity: 25 }],
    [{ rating: 1, certification: 'certified' }, { popularity: 100 }],
    [{ certification: 'pending' }, { popularity: 25 }],
    [{ isDescribed: true, hasTags: true }, { discoverability: 50 }],
    [{ hasAttributes: true, columns: 4, describedColumns: 1 }, { discoverability: 31.25 }],
    [{ uses: 3 }, { usage: 30 }],
    [{ uses: 400 }, { usage: 100 }],
  ];
  for (const [facts, expected] of cases) {
    const axes = trustAxes({ ...NOTHING, ...facts });
    assert.deepEqual({ ...axes, ...expected }, axes, JSON.stringify(facts));
  }
});

test('datasets.trust.score', () => {
  const all = { validity: 100, completeness: 100, popularity: 100, discoverability: 100, usage: 100 };
  assert.equal(trustScore(all), 100);
  assert.equal(trustScore({ ...all, validity: 0 }), 70);
  assert.equal(trustScore({ ...all, completeness: 0, usage: 0 }), 60);
  assert.equal(trustScore({ ...all, popularity: 0, discoverability: 50 }), 77.5);
});
