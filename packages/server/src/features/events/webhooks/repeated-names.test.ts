import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../../../test/support/server.ts';
import { fieldsOfWebhook, webhooksOn } from './webhooks.fixture.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { create } = webhooksOn(server);
const { token } = await server.make.user();

test('webhooks.headers.unique: a name that the JSON text has twice', async () => {
  const { id } = await create({}, token);
  const send = async (method: string, path: string, text: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const before = await server.count('webhook');
    const answer = await fetch(`${server.url}${path}`, { method, headers, body: text });
    assert.deepEqual(await server.count('webhook'), before);
    return { status: answer.status, body: (await answer.json()) as { errors: { detail: string }[] } };
  };
  const whole = (headers: string) => JSON.stringify(fieldsOfWebhook()).replace(/}$/, `,${headers}}`);
  for (const [method, path, text] of [
    ['POST', '/api/v1/webhooks', whole('"headers":{"X-Team":"a","X-Team":"b"}')],
    ['POST', '/api/v1/webhooks', whole(String.raw`"encryptedHeaders":{"X-Team":"a, {\"b","X-\u0054eam":"b"}`)],
    ['PUT', `/api/v1/webhooks/${id}`, whole('"headers":{"X-Other":"a","X-Team":"a","X-Team":"a"}')],
    ['PATCH', `/api/v1/webhooks/${id}`, '[{"op":"add","path":"/headers","value":{"X-Team":"a","X-Team":"b"}}]'],
  ] as const) {
    const { status, body } = await send(method, path, text);
    assert.equal(status, 400, text);
    assert.match(body.errors[0]?.detail ?? '', /the name "X-Team" twice/);
  }
});
