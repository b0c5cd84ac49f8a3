import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBody } from './outbound.ts';

test('a body is read up to a limit', async () => {
  const read = (body: ReadableStream | string | null) => readBody(new Response(body), 6, 'The server');
  assert.equal(String(await read('größ')), 'größ');
  assert.equal((await read(null)).length, 0);
  await assert.rejects(read('größer'), /^TypeError: The server answers with more than 6 bytes$/);
});

test('the rest of a body beyond the limit is not read', async () => {
  let ended = false;
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(4)),
    cancel: () => void (ended = true),
  });
  await assert.rejects(readBody(new Response(endless), 6, 'The server'), TypeError);
  assert.ok(ended);
});
