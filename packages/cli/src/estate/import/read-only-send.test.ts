import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { readOnlySend, waitOf } from './account-source.ts';

describe('the transport of an import', () => {
  it('sends nothing that could change the account', async () => {
    const send = readOnlySend(new AbortController().signal, () => assert.fail('It was sent.'));
    for (const [method, path] of [
      ['POST', '/orchestration/connections'],
      ['POST', '/orchestration/dynamic-engine-environments'],
      ['POST', '/orchestration/dynamic-engine-environments/search/1'],
      ['PUT', '/orchestration/dynamic-engine-environments/search'],
      ['PATCH', '/api/v1/webhooks/1'],
      ['DELETE', '/orchestration/executables/tasks/1'],
    ] as const)
      await assert.rejects(send(`http://127.0.0.1:9${path}`, { method }), /An import must not send/, `${method} ${path}`);
  });

  it('waits as long as the service asks, but not for ever', () => {
    const now = Date.parse('2026-03-01T00:00:00Z');
    for (const [header, tries, expected] of [
      ['7', 1, 7000],
      ['0', 3, 0],
      ['86400', 1, 300_000],
      ['Sun, 01 Mar 2026 00:00:12 GMT', 1, 12_000],
      ['Sat, 28 Feb 2026 00:00:00 GMT', 1, 0],
      ['soon', 2, 2000],
      ['', 1, 1000],
      [null, 4, 8000],
      [null, 40, 300_000],
    ] as const)
      assert.equal(waitOf(header, tries, now), expected, `${header} ${tries}`);
  });
});
