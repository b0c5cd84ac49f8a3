/** Each of the two validators finds the faults of broken documents. The tests of the server run both over the served document. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import generated from '@millrace/contract/openapi.json' with { type: 'json' };
import { ruleFaults, schemaFaults } from '../scripts/document-faults.ts';

type Faulty = { tags: Record<string, unknown>[]; paths: Record<string, Record<string, unknown>>; components: Record<string, unknown> };

/** A valid document of one operation, with a change. */
function documentWith(change: (document: Faulty) => void): object {
  const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Airports', version: '1.0.0', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    security: [{ Token: [] }],
    tags: [{ name: 'Airports', description: 'Where aeroplanes land.' }],
    paths: {
      '/airports/{code}': {
        put: {
          operationId: 'replaceAirport',
          summary: 'Replace an airport',
          tags: ['Airports'],
          parameters: [{ name: 'code', in: 'path', required: true, schema: { type: 'string' } }],
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Airport' }, example: { name: 'Basel' } } },
          },
          responses: { '204': { description: 'Replaced.' }, '404': { description: 'Unknown.' } },
        },
      },
    },
    components: { schemas: { Airport: schema }, securitySchemes: { Token: { type: 'http', scheme: 'bearer' } } },
  };
  change(document as unknown as Faulty);
  return document;
}

type Change = readonly [title: string, change: (document: Faulty) => void, place: RegExp];

const operationOf = (document: Faulty) => document.paths['/airports/{code}']?.['put'] as Record<string, unknown>;
const noDescription: Change = [
  'a tag whose description is null',
  (document) => (document.tags = [{ name: 'Airports', description: null }]),
  /#\/tags\/0\/description/,
];
const noResponse: Change = [
  'a response without a description',
  (document) => (operationOf(document)['responses'] = { '204': {}, '404': { description: 'Unknown.' } }),
  /responses\/204/,
];
const unknownType: Change = [
  'a schema of an unknown type',
  (document) => (document.components['schemas'] = { Airport: { type: 'objekt' } }),
  /#\/components\/schemas\/Airport\/type/,
];
const unknownField: Change = [
  'a field that OpenAPI does not define',
  (document) => (operationOf(document)['example'] = {}),
  /#\/paths\/~1airports~1\{code\}\/put\/example/,
];
const brokenReference: Change = ['a reference without a target', (document) => (document.components['schemas'] = {}), /no-unresolved-refs/];
const missingParameter: Change = [
  'a path variable without a parameter',
  (document) => delete operationOf(document)['parameters'],
  /path-parameters-defined/,
];
const wrongExample: Change = [
  'an example that does not match its schema',
  (document) => (operationOf(document)['requestBody'] = { content: { 'application/json': { schema: { type: 'string' }, example: 7 } } }),
  /no-invalid-media-type-examples/,
];
const repeatedName: Change = [
  'a repeated operation id',
  (document) => (document.paths['/airports'] = { get: { ...operationOf(document), parameters: [] } }),
  /operation-operationId-unique/,
];

function finds(faultsOf: (document: object) => Promise<string[]>, changes: readonly Change[]): void {
  test('finds nothing in a valid document', async () => {
    assert.deepEqual(await faultsOf(documentWith(() => {})), []);
  });
  test('finds nothing in the contract', async () => {
    assert.deepEqual(await faultsOf(generated), []);
  });
  for (const [title, change, place] of changes) {
    test(`finds ${title}`, async () => {
      const faults = await faultsOf(documentWith(change));
      assert.ok(
        faults.some((fault) => place.test(fault)),
        JSON.stringify(faults),
      );
    });
  }
}

describe('the official schema', () => finds(schemaFaults, [noDescription, noResponse, unknownType, unknownField]));
describe('the linter', () =>
  finds(ruleFaults, [noDescription, noResponse, unknownType, unknownField, brokenReference, missingParameter, wrongExample, repeatedName]));
