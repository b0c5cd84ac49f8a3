/** Each requirement of the standards for OAuth has a test that exists, or the reason why it has none. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isExplained, readRequirements, testsByName } from '../../../../scripts/house/conformance-page.ts';

const requirements = readRequirements();
const STANDARDS = [9700, 6749, 6750, 7009, 7517, 7523, 7636, 7662, 8252, 8414, 8693, 9068, 9207];

describe('the table of the conformance', () => {
  test('has requirements of every standard that the server follows', () => {
    const named = new Set(requirements.map(({ standard }) => standard));
    assert.deepEqual(
      STANDARDS.filter((number) => !named.has(`RFC ${number}`)),
      [],
    );
  });

  test('names tests that exist', () => {
    const known = testsByName();
    const missing = requirements.flatMap(({ tests }) => tests.filter((name) => !known.has(name)));
    assert.deepEqual(missing, [], 'tests of conformance.tsv that do not exist');
  });

  test('has a reason for every requirement without a test', () => {
    const unexplained = requirements.filter((one) => !isExplained(one));
    assert.deepEqual(
      unexplained.map(({ standard, section, requirement }) => `${standard}, ${section}: ${requirement}`),
      [],
    );
  });

  test('has each requirement once', () => {
    const keys = requirements.map(({ standard, section, requirement }) => `${standard} ${section} ${requirement}`);
    assert.equal(new Set(keys).size, keys.length);
  });
});
