import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations, type Route } from '@millrace/contract';
import { folderOfSection } from '../../../../scripts/house/sections.ts';
import { isInPart, readMatrixPart, type MatrixEntry } from './matrix-part.ts';

const entries = (Object.keys(operations) as Route[]).map((route): MatrixEntry => ({ route }));
const selected = (environment: Record<string, string>): readonly MatrixEntry[] => {
  const part = readMatrixPart(environment);
  return entries.filter((entry) => isInPart(part, entry));
};
const partsOf = (seed: string, changed = '') =>
  ['quick', 'rest'].map((part) => selected({ MILLRACE_TEST_PART: part, MILLRACE_TEST_SEED: seed, MILLRACE_TEST_CHANGED: changed })) as [
    readonly MatrixEntry[],
    readonly MatrixEntry[],
  ];
const SEEDS = ['', 'a', '3c543144', 'bd908560c4f2', '0'.repeat(40)];
const CHANGED = ['', 'orchestration/schedules', 'accounts/users,oauth/oauth'];

test('without a part, a run tests every operation', () => {
  assert.deepEqual(selected({}), entries);
  assert.deepEqual(selected({ MILLRACE_TEST_SEED: 'a', MILLRACE_TEST_CHANGED: 'accounts/users' }), entries);
});

test('quick and rest have no operation in common, and together have all of them', () => {
  for (const seed of SEEDS)
    for (const changed of CHANGED) {
      const [quick, rest] = partsOf(seed, changed);
      assert.deepEqual(
        quick.filter((entry) => rest.includes(entry)),
        [],
      );
      assert.deepEqual(new Set([...quick, ...rest]), new Set(entries));
    }
});

test('quick is about an eighth of the operations, and another seed selects others', () => {
  const parts = SEEDS.map((seed) => partsOf(seed)[0]);
  for (const quick of parts)
    assert.ok(quick.length > entries.length / 16 && quick.length < entries.length / 4, `${quick.length} of ${entries.length}`);
  assert.equal(new Set(parts.map((quick) => quick.map(({ route }) => route).join())).size, SEEDS.length);
  assert.deepEqual(partsOf('a'), partsOf('a'));
});

test('quick has every operation of each changed section', () => {
  const [quick] = partsOf('a', 'orchestration/schedules,accounts/users');
  const changed = entries.filter(({ route }) =>
    ['orchestration/schedules', 'accounts/users'].includes(folderOfSection(operations[route].section) ?? ''),
  );
  assert.ok(changed.length > 10);
  assert.deepEqual(
    changed.filter((entry) => !quick.includes(entry)),
    [],
  );
  const others = quick.filter((entry) => !changed.includes(entry));
  assert.deepEqual(
    others.filter((entry) => !partsOf('a')[0].includes(entry)),
    [],
  );
});

test('the requests to one operation are selected one by one', () => {
  const requests = Array.from({ length: 200 }, (_, number): MatrixEntry => ({ route: 'POST /oauth/token', request: `request ${number}` }));
  const quick = requests.filter((entry) => isInPart(readMatrixPart({ MILLRACE_TEST_PART: 'quick' }), entry));
  assert.ok(quick.length > 10 && quick.length < 50, String(quick.length));
});

test('another part is refused', () => assert.throws(() => readMatrixPart({ MILLRACE_TEST_PART: 'fast' }), /MILLRACE_TEST_PART is 'fast'/));
