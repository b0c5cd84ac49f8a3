/** The ledger of rules closes its circle: every sentence has a place in the code and a test of its name. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTodo } from '@millrace/contract/todo';
import { findPlaces, findTests, placeRules } from '../../../../scripts/house/rule-places.ts';
import { packageSources } from '../../../../scripts/house/source-files.ts';

const rules = placeRules();
const places = findPlaces();
const ids = new Set(rules.map((rule) => rule.id));
const todo = new Set([...(await readTodo()).values()].flatMap((one) => one.rules));

/** All that is wrong in one list, so that one run tells everything. */
const empty = (lines: readonly string[], what: string): void =>
  assert.ok(
    lines.length === 0,
    `${what} (${lines.length}):\n${lines
      .toSorted()
      .map((line) => `  ${line}`)
      .join('\n')}`,
  );

describe('the ledger of rules', () => {
  test('has a place for every row that is not listed as to be done', () => {
    const missing = rules.filter((rule) => rule.places.length === 0 && !todo.has(rule.id));
    empty(
      missing.map((rule) => `${rule.id}  ${rule.rule}`),
      'rules without "@rule <id>" in packages/*/src or "# @rule <id>" in the openapi.yaml of a section, and not in its todo.ts',
    );
  });

  test('has a row for every tag', () => {
    empty(
      places.filter(({ id }) => !ids.has(id)).map(({ id, path, line }) => `${path}:${line} ${id}`),
      'tags without a row in rules.tsv',
    );
  });

  test('has a test of its name for every rule that has a place', () => {
    const untested = rules.filter((rule) => rule.places.length > 0 && rule.tests.length === 0);
    empty(
      untested.map((rule) => `${rule.id}  (${rule.places.map(({ path, line }) => `${path}:${line}`).join(', ')})`),
      'rules without a test whose title is their id or begins with "<id>: "',
    );
  });

  test('has a row and a place for every test that is named like a rule', () => {
    const placed = new Set(places.map(({ id }) => id));
    empty(
      findTests().flatMap(({ id, path, line }) =>
        ids.has(id) && placed.has(id) ? [] : [`${path}:${line} ${id} has no ${ids.has(id) ? 'place' : 'row'}`],
      ),
      'tests of rules that do not exist',
    );
  });

  test('names only functions that something calls', () => {
    const used = new Set(
      packageSources()
        .filter((file) => !file.isTest && file.path.includes('/src/'))
        .flatMap((file) => [...file.uses]),
    );
    empty(
      places.flatMap(({ id, path, line, on }) => (on === undefined || used.has(on) ? [] : [`${path}:${line} ${on} (${id})`])),
      'tagged functions that nothing calls',
    );
  });
});
