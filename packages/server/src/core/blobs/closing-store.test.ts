// run: own process because the fault that it tests ends the process
/** A store that closes the connection after each answer, while a slow reader has not taken the answer yet. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { readS3Settings } from './s3-settings.ts';
import { S3Store } from './s3-store.ts';

const KIB = 1024;
let content = Buffer.alloc(0);
const store = createServer((socket: Socket) => {
  socket.once('data', () => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${content.length}\r\nConnection: close\r\n\r\n`);
    socket.end(content);
  });
}).listen(0, '127.0.0.1');
await once(store, 'listening');
after(() => store.close());

const settings = readS3Settings({
  MILLRACE_BLOB_STORE: `s3://data?endpoint=http://127.0.0.1:${(store.address() as AddressInfo).port}`,
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
});

test('a closed connection does not end the process, and the slow reader gets all bytes', async () => {
  const blobs = new S3Store(settings ?? assert.fail('no settings'), join(tmpdir(), 'millrace-closing-store'));
  // The fault occurs if the reader stops just before the last bytes, so the test tries lengths around the buffer sizes of streams.
  for (let kib = 64; kib <= 512; kib += 64) {
    content = Buffer.alloc(kib * KIB, String(kib));
    const chunks: Buffer[] = [];
    for await (const chunk of blobs.read(crypto.randomUUID())) {
      if (chunks.length === 0) await wait(20);
      chunks.push(chunk as Buffer);
    }
    assert.ok(Buffer.concat(chunks).equals(content), `${kib} KiB`);
  }
});
