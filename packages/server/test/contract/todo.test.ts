/** Unfinished rules and operations are listed, and the list only becomes shorter. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readOperations, readRules } from '@millrace/contract/ledgers';
import { readTodo, TODO_LIMIT } from '@millrace/contract/todo';
import { kebab } from '../../../../scripts/house/sections.ts';
import { findPlaces } from '../../../../scripts/house/rule-places.ts';
import { features } from '../../src/api.ts';

const todo = await readTodo();
const served = new Set<string>(features.flatMap((feature) => feature.endpoints.map((endpoint) => endpoint.route)));
const documented = Map.groupBy(readOperations(), ({ section }) => kebab(section));
const routesOf = (folder: string): string[] => (documented.get(folder) ?? []).map(({ method, path }) => `${method} ${path}`);

describe('the lists of open points', () => {
  test('are as long as their limit, so that a new line needs a higher limit', () => {
    const lines = [...todo.values()].map(({ operations, rules }) => rules.length + (operations === 'all' ? 1 : operations.length));
    assert.equal(
      lines.reduce((sum, count) => sum + count, 0),
      TODO_LIMIT,
    );
  });

  test('are sorted, name nothing twice and are not empty', () => {
    for (const [folder, { operations, rules }] of todo) {
      for (const list of [operations === 'all' ? [] : operations, rules]) assert.deepEqual(list, [...new Set(list)].toSorted(), folder);
      assert.notEqual(operations.length + rules.length, 0, `remove packages/contract/sections/${folder}/todo.ts`);
    }
  });

  test('name no rule that has a place', () => {
    const placed = new Set(findPlaces().map((place) => place.id));
    assert.deepEqual(
      [...todo.values()].flatMap(({ rules }) => rules.filter((id) => placed.has(id))),
      [],
      'remove these from todo.ts of their section and lower TODO_LIMIT',
    );
  });

  test('name only rules of their own section', () => {
    const sections = new Map(readRules().map(({ id, section }) => [id, section]));
    const foreign = [...todo].flatMap(([folder, { rules }]) => rules.filter((id) => sections.get(id) !== folder));
    assert.deepEqual(foreign, []);
  });

  test('say "all" for a section of which no operation is served, and otherwise name each operation that is not', () => {
    for (const folder of new Set([...documented.keys(), ...todo.keys()])) {
      const routes = routesOf(folder);
      const missing = routes.filter((route) => !served.has(route));
      const expected = missing.length > 0 && missing.length === routes.length ? 'all' : missing.toSorted();
      assert.deepEqual(todo.get(folder)?.operations ?? [], expected, folder);
    }
  });
});
