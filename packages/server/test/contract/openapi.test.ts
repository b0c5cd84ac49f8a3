/** The OpenAPI document that the server returns conforms to OpenAPI 3.1, checked by two independent validators (ADR 36). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ruleFaults, schemaFaults } from '../../../contract/scripts/document-faults.ts';
import { generatorFaults } from '../../../contract/scripts/generator-faults.ts';
import { startTestServer } from '../support/server.ts';
import { served } from '../support/walk.ts';

const server = await startTestServer();
const { body: document } = await server.call('GET /openapi.json', { token: undefined });

describe('GET /openapi.json', () => {
  test('contains every operation that this port serves', () => {
    const expected = served.map(({ route }) => route).filter((route) => route !== 'GET /metrics');
    const routes = Object.entries(document.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => method !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(routes.toSorted(), expected.toSorted());
  });

  test('is valid according to the official schema of OpenAPI 3.1', async () => {
    assert.deepEqual(await schemaFaults(document), []);
  });

  test('passes the linter', async () => {
    assert.deepEqual(await ruleFaults(document), []);
  });

  test('has nothing that generators of clients cannot compile', () => {
    assert.deepEqual(generatorFaults(document), []);
  });
});
