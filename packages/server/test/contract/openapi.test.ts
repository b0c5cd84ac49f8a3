/** The OpenAPI document, as the server hands it out, keeps to OpenAPI 3.1 by two validators that share no code (ADR 36). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ruleFaults, schemaFaults } from '../../../contract/scripts/document-faults.ts';
import { startTestServer } from '../support/server.ts';
import { served } from '../support/walk.ts';

const server = await startTestServer();
const { body: document } = await server.call('GET /openapi.json', { token: undefined });

describe('GET /openapi.json', () => {
  test('holds every operation that is served at this port', () => {
    const here = served.map(({ route }) => route).filter((route) => route !== 'GET /metrics');
    const routes = Object.entries(document.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => method !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(routes.toSorted(), here.toSorted());
  });

  test('is valid by the official schema of OpenAPI 3.1', async () => {
    assert.deepEqual(await schemaFaults(document), []);
  });

  test('is without fault by the rules of the linter', async () => {
    assert.deepEqual(await ruleFaults(document), []);
  });
});
