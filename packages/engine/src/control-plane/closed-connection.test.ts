// run: own process because the fault that it tests ends the process
/** Tests with a server that closes the connection after each answer, before a slow reader has read the answer, as a control plane or a proxy may do. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fetchContent } from '../kubernetes/pod-run.ts';
import { send } from './http.ts';

const KIB = 1024;
let content = Buffer.alloc(0);
const server = createServer((socket: Socket) => {
  socket.once('data', (request) => {
    if (request.toString().startsWith('GET /moved'))
      return void socket.end('HTTP/1.1 307 Moved\r\nLocation: /here\r\nContent-Length: 0\r\n\r\n');
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${content.length}\r\nConnection: close\r\n\r\n`);
    socket.end(content);
  });
}).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** The fault needs a reader that stops just before the last bytes, so the test tries lengths around the buffer size of streams. */
async function readSlowly(open: () => Promise<ReadableStream<Uint8Array> | null>): Promise<void> {
  for (let kib = 64; kib <= 512; kib += 64) {
    content = Buffer.alloc(kib * KIB, String(kib));
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await open()) ?? assert.fail('no body')) {
      if (chunks.length === 0) await wait(20);
      chunks.push(chunk);
    }
    assert.ok(Buffer.concat(chunks).equals(content), `${kib} KiB`);
  }
}

test('a closed connection does not end the process, and the slow reader of a redirected call gets all bytes', () =>
  readSlowly(async () => (await send(`${url}/moved`, { headers: {} })).body));

test('a closed connection does not end the program of a pod, which gets all bytes of its content', () =>
  readSlowly(() => fetchContent({ url, token: 'the token' }, 'ab', new AbortController().signal)));
