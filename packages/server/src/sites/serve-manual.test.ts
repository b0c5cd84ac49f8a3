import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { serveManual } from './serve-manual.ts';

const START = '<!doctype html><title>Manual</title>';
const FIRST = '<!doctype html><title>The first run</title>';
const SCRIPT = 'answer = 42;';

describe('the manual', () => {
  let folder = '';
  let app: FastifyInstance;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-manual-'));
    for (const path of ['assets', 'tutorials', 'packages']) await mkdir(join(folder, path));
    await writeFile(
      join(folder, 'manual.json'),
      JSON.stringify({
        pages: { 'index.html': 'aaa', 'tutorials/first-run.html': 'bbb', 'packages/cli.html': 'ccc' },
        assets: ['manual.abc.js', 'home.abc.png'],
      }),
    );
    for (const [name, text] of [
      ['index.html', START],
      ['tutorials/first-run.html', FIRST],
      ['packages/cli.html', FIRST],
      ['assets/manual.abc.js', SCRIPT],
    ] as const) {
      await writeFile(join(folder, name), text);
      await writeFile(join(folder, `${name}.br`), brotliCompressSync(text));
      await writeFile(join(folder, `${name}.gz`), gzipSync(text));
    }
    await writeFile(join(folder, 'assets/home.abc.png'), 'picture');
    app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
    await serveManual(app, folder);
  });
  after(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

  it('serves its pages by their address', async () => {
    const moved = await get('/manual');
    assert.deepEqual([moved.statusCode, moved.headers['location']], [308, 'manual/']);
    for (const [path, text] of [
      ['/manual/', START],
      ['/manual/?from=mail', START],
      ['/manual/tutorials/first-run', FIRST],
      ['/manual/tutorials/first-run?from=mail', FIRST],
    ] as const) {
      const answer = await get(path);
      assert.deepEqual([answer.statusCode, answer.body], [200, text], path);
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    }
  });

  it('redirects from the addresses that had names of files', async () => {
    for (const [path, location] of [
      ['/manual/index.html', './'],
      ['/manual/tutorials/first-run.html', 'first-run'],
      ['/manual/packages/cli/README.html', '../cli'],
      ['/manual/tutorials/first-run/', '../first-run'],
    ] as const) {
      const answer = await get(path);
      assert.deepEqual([answer.statusCode, answer.headers['location']], [308, location], path);
      const followed = await get(new URL(location, `http://server${path}`).pathname);
      assert.equal(followed.statusCode, 200, path);
    }
  });

  it('allows no inline content and no other host', async () => {
    const policy = String((await get('/manual/')).headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  });

  it('lets browsers ask for a page each time, and keep assets for a year', async () => {
    const { headers } = await get('/manual/');
    assert.equal(headers['cache-control'], 'no-cache');
    const again = await get('/manual/', { 'if-none-match': String(headers['etag']) });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
    assert.equal((await get('/manual/tutorials/first-run', { 'if-none-match': String(headers['etag']) })).statusCode, 200);
    for (const [name, type] of [
      ['manual.abc.js', 'text/javascript; charset=utf-8'],
      ['home.abc.png', 'image/png'],
    ]) {
      const asset = await get(`/manual/assets/${name}`);
      assert.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(asset.headers['content-type'], type);
    }
  });

  it('sends the compressed forms, and pictures as they are', async () => {
    const compressed = await get('/manual/assets/manual.abc.js', { 'accept-encoding': 'gzip, br' });
    assert.equal(compressed.headers['content-encoding'], 'br');
    assert.equal(brotliDecompressSync(compressed.rawPayload).toString(), SCRIPT);
    const picture = await get('/manual/assets/home.abc.png', { 'accept-encoding': 'gzip, br' });
    assert.deepEqual([picture.headers['content-encoding'], picture.body], [undefined, 'picture']);
  });

  it('answers 404 for other pages, and sends no file from outside of its list', async () => {
    const missing = await get('/manual/tutorials/other');
    assert.equal(missing.statusCode, 404);
    assert.match(missing.body, /The manual has no such page/);
    for (const path of [
      'manual.json',
      'index.html.br',
      'other.html',
      '../manual.json',
      '..%2f..%2fetc%2fpasswd',
      'assets/..%2Fmanual.json',
      'assets/other.js',
    ])
      assert.equal((await get(`/manual/${path}`)).statusCode, 404, path);
  });

  it('says how to build the manual if it was not built', async () => {
    const bare = fastify({ routerOptions: { ignoreTrailingSlash: true } });
    await serveManual(bare, undefined);
    for (const url of ['/manual', '/manual/', '/manual/tutorials/first-run.html']) {
      const answer = await bare.inject({ url });
      assert.equal(answer.statusCode, 404);
      assert.match(answer.body, /npm run docs:site/);
      assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/);
    }
    await bare.close();
  });
});
