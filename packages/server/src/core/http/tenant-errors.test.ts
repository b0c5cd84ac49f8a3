import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../base/id.ts';
import { startTestServer } from '../../../test/support/server.ts';

const { call, url } = await startTestServer();

test('tenant-style.errors.body', async () => {
  const id = newId();
  const missing = await call('GET /api/v1/audits/{id}', { path: { id } });
  const traceId = (missing.headers.get('x-request-id') ?? '').replaceAll('-', '');
  const error = {
    code: 'HTTP-404',
    title: 'Not found',
    detail: `Audit entry '${id}' was not found.`,
    status: '404',
    meta: { code: 'not_found' },
  };
  assert.deepEqual(missing.body, { errors: [error], traceId });
  assert.match(traceId, /^[0-9a-f]{32}$/);

  const unsigned = await call('GET /api/v1/audits', { token: undefined });
  assert.deepEqual(
    [unsigned.status, unsigned.body.errors[0].code, unsigned.body.errors[0].meta],
    [401, 'HTTP-401', { code: 'not_signed_in' }],
  );
  const unknown = await call('GET /api/v1/nothing');
  assert.deepEqual([unknown.status, unknown.body.errors[0].meta], [404, { code: 'route_unknown' }]);
  assert.deepEqual(Object.keys((await call('GET /security/audit/logs', { token: undefined })).body), [
    'status',
    'message',
    'detail',
    'requestId',
  ]);
});

test('tenant-style.errors.body: the id of a caller becomes a trace id of the same form', async () => {
  const [first, again] = await Promise.all(
    [1, 2].map(async () => {
      const answer = await fetch(`${url}/api/v1/audits`, { headers: { 'x-request-id': 'deploy_number_seven' } });
      return (await answer.json()) as { traceId: string };
    }),
  );
  assert.match(first?.traceId ?? '', /^[0-9a-f]{32}$/);
  assert.equal(again?.traceId, first?.traceId);
});
