/** todo.ts lists what is not done yet, and only becomes shorter. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readOperations, readRules } from '@millrace/contract/ledgers';
import { TODO_LIMIT, TODO_OPERATIONS, TODO_RULES, TODO_SECTIONS } from '@millrace/contract/todo';
import { findPlaces } from '../../../../scripts/house/rule-places.ts';
import { features } from '../../src/api.ts';

const served = new Set<string>(features.flatMap((feature) => feature.endpoints.map((one) => one.route)));
const documented = readOperations().map(({ method, path, section }) => ({ route: `${method} ${path}`, section }));

describe('todo.ts', () => {
  test('is as long as its limit, so that a new line requires a visible change of the limit', () => {
    assert.equal(TODO_SECTIONS.length + TODO_OPERATIONS.length + TODO_RULES.length, TODO_LIMIT);
  });

  test('is sorted and has no duplicates', () => {
    for (const list of [TODO_SECTIONS, TODO_OPERATIONS, TODO_RULES]) assert.deepEqual(list, [...new Set(list)].toSorted());
  });

  test('lists no rule that has a place', () => {
    const placed = new Set(findPlaces().map((place) => place.id));
    assert.deepEqual(
      TODO_RULES.filter((id) => placed.has(id)),
      [],
      'remove these from packages/contract/todo.ts and lower TODO_LIMIT',
    );
  });

  test('lists only rules of the ledger', () => {
    const known = new Set(readRules().map((rule) => rule.id));
    assert.deepEqual(
      TODO_RULES.filter((id) => !known.has(id)),
      [],
    );
  });

  test('lists a section if none of its operations is served, and an operation if others of its section are served', () => {
    const begun = new Set(documented.filter(({ route }) => served.has(route)).map(({ section }) => section));
    const missing = documented.filter(({ route }) => !served.has(route));
    assert.deepEqual(
      [...TODO_SECTIONS],
      [...new Set(missing.map(({ section }) => section))].filter((section) => !begun.has(section)).toSorted(),
    );
    assert.deepEqual(
      [...TODO_OPERATIONS],
      missing
        .filter(({ section }) => begun.has(section))
        .map(({ route }) => route)
        .toSorted(),
    );
  });
});
