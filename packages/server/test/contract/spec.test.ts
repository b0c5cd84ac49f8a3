/** The contract keeps to the documents, the server to the contract, and the generated files to their sources. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@millrace/contract';
import { readOperations } from '@millrace/contract/ledgers';
import document from '@millrace/contract/openapi.json' with { type: 'json' };
import { TODO_OPERATIONS, TODO_SECTIONS } from '@millrace/contract/todo';
import { render } from '../../../contract/scripts/generate.ts';
import { endpointsPage } from '../../../../scripts/house/endpoints-page.ts';
import { rulesPage } from '../../../../scripts/house/rules-page.ts';
import { readText } from '../../../../scripts/house/source-files.ts';
import { features } from '../../src/api.ts';

type OperationObject = { responses: Record<string, unknown> };

const paths = document.paths as unknown as Record<string, Record<string, OperationObject>>;
const documented = readOperations().map((one) => ({ ...one, route: `${one.method} ${one.path}` }));
const todo = new Set([...TODO_OPERATIONS, ...documented.filter((one) => TODO_SECTIONS.includes(one.section)).map((one) => one.route)]);
const contracted: Readonly<Record<string, { section: string }>> = operations;

describe('the contract', () => {
  test('has every documented operation that is not listed as to be done, under the section of the documents', () => {
    const missing = documented.filter(({ route }) => !(route in contracted) && !todo.has(route)).map(({ route }) => route);
    const moved = documented
      .filter(({ route, section }) => (contracted[route]?.section ?? section) !== section)
      .map(({ route, section }) => `${route} is of ${section}`);
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

describe('the server', () => {
  test('serves every operation of the contract, each once', () => {
    const served = features.flatMap((feature) => feature.endpoints.map((one) => one.route));
    assert.deepEqual(served.toSorted(), Object.keys(operations).toSorted());
  });
});

describe('generated files', () => {
  test('of the contract are what its sections give', async () => {
    const stale: string[] = [];
    for (const [name, text] of Object.entries(await render())) if (readText(`packages/contract/src/${name}`) !== text) stale.push(name);
    assert.deepEqual(stale, [], 'run `npm run generate`');
  });

  test('of the documentation are what the code gives', () => {
    const pages = { 'docs/endpoints.md': endpointsPage(), 'docs/rules.md': rulesPage() };
    assert.deepEqual(
      Object.entries(pages)
        .filter(([path, text]) => readText(path) !== text)
        .map(([path]) => path),
      [],
      'run `npm run docs`',
    );
  });
});
