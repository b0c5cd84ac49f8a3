/** The contract agrees with the documents, the server with the contract, and the generated files with their sources. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@millrace/contract';
import { readOperations } from '@millrace/contract/ledgers';
import document from '@millrace/contract/openapi.json' with { type: 'json' };
import { readTodo } from '@millrace/contract/todo';
import { render } from '../../../contract/scripts/render.ts';
import { kebab } from '../../../../scripts/house/sections.ts';
import { renderPages } from '../../../../scripts/house/pages.ts';
import { readText } from '../../../../scripts/house/source-files.ts';
import { features } from '../../src/api.ts';

type OperationObject = { responses: Record<string, unknown> };

const paths = document.paths as unknown as Record<string, Record<string, OperationObject>>;
const documented = readOperations().map((one) => ({ ...one, route: `${one.method} ${one.path}` }));
const todo = await readTodo();
const isTodo = ({ route, section }: { route: string; section: string }): boolean => {
  const open = todo.get(kebab(section))?.operations ?? [];
  return open === 'all' || open.includes(route);
};
const contracted: Readonly<Record<string, { section: string }>> = operations;

describe('the contract', () => {
  test('has every documented operation that is not listed as to be done, under the section of the documents', () => {
    const missing = documented.filter((one) => !(one.route in contracted) && !isTodo(one)).map(({ route }) => route);
    const moved = documented
      .filter(({ route, section }) => (contracted[route]?.section ?? section) !== section)
      .map(({ route, section }) => `${route} belongs to ${section}`);
    assert.deepEqual([...missing, ...moved], []);
  });

  test('lists at least the success statuses of the documents', () => {
    const lacking = documented.flatMap(({ route, method, path, success }) => {
      const operation = paths[path]?.[method.toLowerCase()];
      const lacks = operation ? success.filter((status) => !(status in operation.responses)) : [];
      return lacks.map((status) => `${route}: ${status}`);
    });
    assert.deepEqual(lacking, []);
  });
});

/** The positions of null in an object of a document. */
function nullsIn(value: unknown, position: string): string[] {
  if (value === null) return [position];
  if (typeof value !== 'object') return [];
  // A list may contain null, as a value of a field.
  if (Array.isArray(value)) return value.flatMap((one, index) => (one === null ? [] : nullsIn(one, `${position}/${index}`)));
  return Object.entries(value).flatMap(([name, one]) => nullsIn(one, `${position}/${name}`));
}

test('no text of the contract is cut at a comma, of which YAML makes a key without a value', () => {
  assert.deepEqual(nullsIn(document, ''), []);
});

describe('the server', () => {
  test('serves every operation of the contract, each once', () => {
    const served = features.flatMap((feature) => feature.endpoints.map((endpoint) => endpoint.route));
    assert.deepEqual(served.toSorted(), Object.keys(operations).toSorted());
  });
});

describe('generated files', () => {
  test('of the contract are generated from its current sections', async () => {
    const stale: string[] = [];
    for (const [name, text] of Object.entries(await render())) if (readText(`packages/contract/src/${name}`) !== text) stale.push(name);
    assert.deepEqual(stale, [], 'run `npm run generate`');
  });

  test('of the documentation are generated from the current code', async () => {
    for (const [path, text] of Object.entries(await renderPages())) assert.equal(readText(path), text, `${path}: run \`npm run generate\``);
  });
});
