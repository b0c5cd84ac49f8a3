/** The contract matches the documents, the server matches the contract, and the generated files match their sources. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@millrace/contract';
import { readOperations } from '@millrace/contract/ledgers';
import document from '@millrace/contract/openapi.json' with { type: 'json' };
import { TODO_OPERATIONS, TODO_SECTIONS } from '@millrace/contract/todo';
import { render } from '../../../contract/scripts/generate.ts';
import { renderPages } from '../../../../scripts/house/pages.ts';
import { knownSettings } from '../../../../scripts/house/settings-page.ts';
import { readText } from '../../../../scripts/house/source-files.ts';
import { features } from '../../src/api.ts';

type OperationObject = { responses: Record<string, unknown> };

const paths = document.paths as unknown as Record<string, Record<string, OperationObject>>;
const documented = readOperations().map((one) => ({ ...one, route: `${one.method} ${one.path}` }));
const todo = new Set([...TODO_OPERATIONS, ...documented.filter((one) => TODO_SECTIONS.includes(one.section)).map((one) => one.route)]);
const contracted: Readonly<Record<string, { section: string }>> = operations;

describe('the contract', () => {
  test('has every documented operation that is not in todo.ts, in the section of the documents', () => {
    const missing = documented.filter(({ route }) => !(route in contracted) && !todo.has(route)).map(({ route }) => route);
    const moved = documented
      .filter(({ route, section }) => (contracted[route]?.section ?? section) !== section)
      .map(({ route, section }) => `${route} is of ${section}`);
    assert.deepEqual([...missing, ...moved], []);
  });

  test('lists the success statuses of the documents', () => {
    const lacking = documented.flatMap(({ route, method, path, success }) => {
      const operation = paths[path]?.[method.toLowerCase()];
      const lacks = operation ? success.filter((status) => !(status in operation.responses)) : [];
      return lacks.map((status) => `${route}: ${status}`);
    });
    assert.deepEqual(lacking, []);
  });
});

/** Returns the places of null in the objects of a document. */
function nullsIn(value: unknown, place: string): string[] {
  if (value === null) return [place];
  if (typeof value !== 'object') return [];
  // A list may contain null, as an allowed value of a field.
  if (Array.isArray(value)) return value.flatMap((one, index) => (one === null ? [] : nullsIn(one, `${place}/${index}`)));
  return Object.entries(value).flatMap(([name, one]) => nullsIn(one, `${place}/${name}`));
}

test('no unquoted text with a comma became a YAML key without a value', () => {
  assert.deepEqual(nullsIn(document, ''), []);
});

describe('the server', () => {
  test('serves every operation of the contract, each once', () => {
    const served = features.flatMap((feature) => feature.endpoints.map((one) => one.route));
    assert.deepEqual(served.toSorted(), Object.keys(operations).toSorted());
  });
});

describe('generated files', () => {
  test('of the contract match its sections', async () => {
    const stale: string[] = [];
    for (const [name, text] of Object.entries(await render())) if (readText(`packages/contract/src/${name}`) !== text) stale.push(name);
    assert.deepEqual(stale, [], 'run `npm run generate`');
  });

  test('of the documentation match the code', () => {
    for (const [path, text] of Object.entries(renderPages())) assert.equal(readText(path), text, `${path}: run \`npm run generate\``);
  });

  test('of the settings describe exactly the settings that are read', () => {
    const { read, described } = knownSettings();
    assert.deepEqual(read.toSorted(), described.toSorted(), 'describe it in scripts/house/settings-page.ts');
  });
});
