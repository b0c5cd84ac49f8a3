import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { serveConsole } from './serve-console.ts';

const PAGE = '<!doctype html><title>Console</title>';
const SCRIPT = 'export const answer = 42;';

describe('the console', () => {
  let folder = '';
  let app: FastifyInstance;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-console-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'console.json'), '{"segments":["runs"],"pages":{"/executions/{id}/explanation":"/runs/{id}"}}');
    for (const [name, text] of [
      ['index.html', PAGE],
      ['assets/index-abc.js', SCRIPT],
    ] as const) {
      await writeFile(join(folder, name), text);
      await writeFile(join(folder, `${name}.br`), brotliCompressSync(text));
      await writeFile(join(folder, `${name}.gz`), gzipSync(text));
    }
    app = fastify();
    app.get('/executions/:id/explanation', () => ({}));
    await serveConsole(app, folder);
  });
  after(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

  it('serves its page for the paths of its sections, and for no other', async () => {
    for (const path of ['/', '/runs', '/runs/42?line=7', '/runs/a/b']) {
      const answer = await get(path);
      assert.deepEqual([answer.statusCode, answer.body], [200, PAGE], path);
    }
    for (const path of ['/running', '/orchestration/runs', '/index.html', '/console.json'])
      assert.equal((await get(path)).statusCode, 404, path);
  });

  it('answers an unknown address with its page for a person, and with the refusal of the API for a program', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const page = await get('/nonsense/42', { accept });
    assert.deepEqual([page.statusCode, page.body], [404, PAGE]);
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    for (const headers of [{}, { accept: 'application/json' }, { accept, authorization: 'Bearer token' }] as Record<string, string>[]) {
      const answer = await get('/nonsense/42', headers);
      assert.equal(answer.statusCode, 404);
      assert.match(String(answer.headers['content-type']), /json/, JSON.stringify(headers));
    }
    assert.equal((await app.inject({ method: 'POST', url: '/nonsense', headers: { accept } })).statusCode, 404);
  });

  it('redirects browsers, but not programs, from API addresses in messages to pages', async () => {
    const path = '/executions/01a219b2-86a8/explanation';
    const html = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const { statusCode, headers } = await get(path, { accept: html });
    assert.deepEqual([statusCode, headers['location']], [302, '/runs/01a219b2-86a8']);
    for (const [url, more] of [
      [path, {}],
      [path, { accept: 'application/json' }],
      [path, { accept: '*/*' }],
      [path, { accept: html, authorization: 'Bearer token' }],
      ['/executions/a%2f..%2fb/explanation', { accept: html }],
    ] as const)
      assert.equal((await get(url, more)).statusCode, 200, `${url} ${JSON.stringify(more)}`);
  });

  it('allows no inline content and no other host', async () => {
    const policy = String((await get('/runs')).headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.match(policy, /frame-ancestors 'none'/);
  });

  it('lets browsers ask for the page each time, and answers that it is unchanged', async () => {
    const { headers } = await get('/');
    assert.equal(headers['cache-control'], 'no-cache');
    const again = await get('/runs', { 'if-none-match': String(headers['etag']) });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
  });

  it('lets browsers keep files for a year', async () => {
    const { headers } = await get('/assets/index-abc.js');
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
  });

  it('sends the smallest encoding that the browser accepts', async () => {
    const forms = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [accepted, expected] of [
      ['gzip, deflate, br', 'br'],
      ['gzip;q=1.0, br;q=0', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const { headers, rawPayload } = await get('/assets/index-abc.js', { 'accept-encoding': accepted });
      assert.equal(headers['content-encoding'], expected);
      assert.match(String(headers['vary']), /accept-encoding/);
      assert.equal((expected ? forms[expected](rawPayload) : rawPayload).toString(), SCRIPT);
    }
  });

  it('sends no file from outside of its folder, and none that is not its own', async () => {
    for (const name of ['..%2Fconsole.json', '%2e%2e%2findex.html', 'index-abc.js.br', 'other.js', '..%2F..%2Fetc%2Fpasswd'])
      assert.equal((await get(`/assets/${name}`)).statusCode, 404, name);
  });
});
