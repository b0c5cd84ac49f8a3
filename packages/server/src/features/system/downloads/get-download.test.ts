import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const { call, platform, url, home } = await startTestServer();
const ROUTE = 'GET /downloads/{token}';
const terms = { fileName: 'run.log', contentType: 'text/plain; charset=utf-8', expiresInSeconds: 3600 };

const { key } = await platform.blobs.put(Readable.from(['line 1\nline 2\n']));
const addressOf = (changed: Partial<typeof terms> = {}, of = key): Promise<string> =>
  platform.blobs.downloadUrl(of, { ...terms, ...changed });
const tokenOf = (address: string): string => address.slice(`${url}/downloads/`.length);
const open = (token: string): Promise<Answer> => call(ROUTE, { token: undefined, path: { token } });

describe('downloads.get.signed', () => {
  test('opens the file for any caller with the address', async () => {
    const address = await addressOf();
    assert.ok(address.startsWith(`${url}/downloads/`));
    const answer = await fetch(address);
    assert.deepEqual([answer.status, await answer.text()], [200, 'line 1\nline 2\n']);
    assert.equal(answer.headers.get('content-length'), '14');
    assert.deepEqual([answer.headers.get('cache-control'), answer.headers.get('x-content-type-options')], ['no-store', 'nosniff']);
  });

  test('refuses an expired address', async () => {
    for (const expiresInSeconds of [0, -3600]) {
      const { status, body } = await open(tokenOf(await addressOf({ expiresInSeconds })));
      assert.deepEqual([status, body.detail], [410, 'link_expired']);
      assert.match(body.message, /expired: ask for a new one/);
    }
  });

  test('refuses an address of which any part was changed', async () => {
    const [signed = '', signature = ''] = tokenOf(await addressOf()).split('.');
    const [otherSigned = '', otherSignature = ''] = tokenOf(await addressOf({ fileName: 'other.log' })).split('.');
    const read = JSON.parse(Buffer.from(signed, 'base64url').toString()) as [string, number, string, string];
    const forge = (index: number, value: unknown): string =>
      Buffer.from(JSON.stringify(read.with(index, value as string))).toString('base64url');
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const forged = [
      `${signed}.${flipped}`,
      `${signed}.${otherSignature}`,
      `${otherSigned}.${signature}`,
      `${forge(0, newId())}.${signature}`,
      `${forge(0, '../../admin.token')}.${signature}`,
      `${forge(1, read[1] + 86_400)}.${signature}`,
      `${forge(2, 'text/html')}.${signature}`,
      `${forge(3, 'run.html')}.${signature}`,
      `${'x'.repeat(100)}.${signature}`,
    ];
    for (const token of forged) {
      const { status, body } = await open(token);
      assert.deepEqual([status, body.detail], [403, 'forbidden'], token);
      assert.match(body.message, /changed or was not made by this install/);
    }
  });

  test('answers 404 to malformed addresses and paths', async () => {
    const [signed = '', signature = ''] = tokenOf(await addressOf()).split('.');
    for (const token of [
      'x',
      signed,
      `${signed}.`,
      `.${signature}`,
      `${signed}.${signature}x`,
      `${signed}.${signature}.x`,
      `${home}/admin.token`,
      '..%2Fkey',
    ]) {
      const { status, body } = await open(token);
      assert.deepEqual([status, body.detail], [404, 'not_found'], token);
    }
    assert.equal((await open('x'.repeat(501))).status, 400);
  });

  test('answers 404 for a file that was removed', async () => {
    const address = await addressOf({}, newId());
    const { status, body } = await open(tokenOf(address));
    assert.deepEqual([status, body.message], [404, "File 'run.log' was not found."]);
  });

  test('refuses an address of another install, and accepts one that an old key signed', async () => {
    const { createDownloadLinks } = await import('../../../core/blobs/download-links.ts');
    const [old, fresh, foreign] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)];
    const token = tokenOf(createDownloadLinks([old], () => url).urlOf(key, terms));
    const linked = { key, fileName: 'run.log', contentType: terms.contentType };
    assert.deepEqual(createDownloadLinks([fresh, old], () => url).read(token), linked);
    assert.throws(() => createDownloadLinks([foreign], () => url).read(token), { status: 403 });
    assert.equal((await open(token)).status, 403);
  });
});

describe('downloads.get.saved', () => {
  test('makes browsers save the file under its name', async () => {
    const { headers } = await open(tokenOf(await addressOf()));
    assert.equal(headers.get('content-disposition'), 'attachment; filename="run.log"');
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  });

  test('converts the name to one that is safe in a header and is no path', async () => {
    for (const [fileName, safe] of [
      ['a"b\r\nset-cookie: x', 'a_b__set-cookie__x'],
      ['../../etc/passwd', '.._.._etc_passwd'],
      ['Auswertung März.json', 'Auswertung_M_rz.json'],
      [`${'x'.repeat(300)}.json`, `${'x'.repeat(115)}.json`],
      ['', 'download'],
    ] as const) {
      const { status, headers } = await open(tokenOf(await addressOf({ fileName })));
      assert.deepEqual([status, headers.get('content-disposition')], [200, `attachment; filename="${safe}"`]);
    }
  });

  test('refuses to sign an address for a malformed media type or key', async () => {
    for (const contentType of ['', 'text', 'text/plain\r\nx: y']) await assert.rejects(addressOf({ contentType }), /media type/);
    for (const other of ['../key', '', key.toUpperCase()]) await assert.rejects(addressOf({}, other), /key/);
  });
});
