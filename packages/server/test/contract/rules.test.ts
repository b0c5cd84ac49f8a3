/** Every rule of the ledger has a place in the code and a test with its id. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTodo } from '@millrace/contract/todo';
import { findPlaces, findTests, placeRules } from '../../../../scripts/house/rule-places.ts';
import { packageSources } from '../../../../scripts/house/source-files.ts';

const rules = placeRules();
const places = findPlaces();
const ids = new Set(rules.map((rule) => rule.id));
const todo = new Set([...(await readTodo()).values()].flatMap((one) => one.rules));

/** Asserts that a list of errors is empty. A failure prints all of them. */
const assertEmpty = (lines: readonly string[], errors: string): void =>
  assert.ok(
    lines.length === 0,
    `${errors} (${lines.length}):\n${lines
      .toSorted()
      .map((line) => `  ${line}`)
      .join('\n')}`,
  );

describe('the ledger of rules', () => {
  test('has a place for every rule that is not in todo.ts', () => {
    const missing = rules.filter((rule) => rule.places.length === 0 && !todo.has(rule.id));
    assertEmpty(
      missing.map((rule) => `${rule.id}  ${rule.rule}`),
      'rules without "@rule <id>" in packages/*/src or "# @rule <id>" in the openapi.yaml of a section, and not in its todo.ts',
    );
  });

  test('has a row for every tag', () => {
    assertEmpty(
      places.filter(({ id }) => !ids.has(id)).map(({ id, path, line }) => `${path}:${line} ${id}`),
      'tags without a row in rules.tsv',
    );
  });

  test('has a test with the id of every rule that has a place', () => {
    const untested = rules.filter((rule) => rule.places.length > 0 && rule.tests.length === 0);
    assertEmpty(
      untested.map((rule) => `${rule.id}  (${rule.places.map(({ path, line }) => `${path}:${line}`).join(', ')})`),
      'rules without a test whose title is their id or begins with "<id>: ", and without such a check of operationTests',
    );
  });

  test('has a row and a place for every test whose title is a rule id', () => {
    const placed = new Set(places.map(({ id }) => id));
    assertEmpty(
      findTests().flatMap(({ id, path, line }) =>
        ids.has(id) && placed.has(id) ? [] : [`${path}:${line} ${id} has no ${ids.has(id) ? 'place' : 'row'}`],
      ),
      'tests of rules that do not exist',
    );
  });

  test('has tags only on functions that are called', () => {
    const used = new Set(
      packageSources()
        .filter((file) => !file.isTest && file.path.includes('/src/'))
        // The server runs all operations of a section: spec.test.ts compares them with the contract.
        .flatMap((file) => [...file.uses, ...file.endpoints.map(({ name }) => name ?? '')]),
    );
    assertEmpty(
      places.flatMap(({ id, path, line, on }) => (on === undefined || used.has(on) ? [] : [`${path}:${line} ${on} (${id})`])),
      'tagged functions without a caller',
    );
  });
});
