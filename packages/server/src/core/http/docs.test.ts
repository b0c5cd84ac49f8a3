import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FastifyInstance } from 'fastify';
import document from '@millrace/contract/openapi.json' with { type: 'json' };
import { serveDocs } from './docs.ts';
import { createHttpServer } from './http.ts';
import { readConfig } from '../../settings/config.ts';
import { createLog } from '../observability/log.ts';
import { NO_TRACING } from '@millrace/wire/tracing';
import { Metrics } from '../observability/metrics.ts';
import type { Platform } from '../platform/platform.ts';
import { orchestrationErrors } from '../../surfaces/error-formats.ts';

describe('the reference page', () => {
  let app: FastifyInstance;
  before(async () => {
    const platform = {
      log: createLog('silent'),
      settings: { limits: readConfig({}).limits },
      metrics: new Metrics([]),
      process: { tracing: NO_TRACING },
    } as unknown as Platform;
    const authenticate = () => Promise.reject(new Error('no caller'));
    const answers = { checkAnswers: true, fallbackSurface: orchestrationErrors };
    app = await createHttpServer({
      platform,
      features: [],
      authenticate,
      admit: () => undefined,
      allows: () => false,
      record: () => Promise.resolve(),
      ...answers,
    });
    await serveDocs(app, { openapi: () => document, asyncapi: () => ({ asyncapi: '3.0.0' }) }, '1.2.3');
  });
  after(() => app.close());

  it('serves its OpenAPI document without a token', async () => {
    const answer = await app.inject('/openapi.json');
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers['content-type']), /^application\/json/);
    assert.deepEqual(answer.json(), document);
  });

  it('serves its AsyncAPI document without a token', async () => {
    const answer = await app.inject('/asyncapi.json');
    assert.deepEqual([answer.statusCode, answer.json()], [200, { asyncapi: '3.0.0' }]);
  });

  it('loads all its files from this server', async () => {
    const page = await app.inject('/docs');
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /Millrace API 1\.2\.3/);
    const inPage = [...page.body.matchAll(/<(?:script|link)[^>]* (?:src|href)="(?!data:)([^"]+)"/g)].map(([, address = '']) => address);
    const inStyle = [...(await app.inject('/docs/page.css')).body.matchAll(/url\('([^']+)'\)/g)].map(([, address = '']) => address);
    const loaded = [...inPage, ...inStyle];
    assert.deepEqual([inPage.length, inStyle.length], [4, 2]);
    for (const address of loaded) {
      // The sign-in pages, which have no version, load the font, too.
      assert.match(address, /^\/docs\/(?:inter\.woff2|[\w.-]+\?1\.2\.3)$/);
      const file = await app.inject(address);
      assert.equal(file.statusCode, 200, address);
      assert.ok(file.body.length > 0, address);
      const type = address.includes('.css') ? /^text\/css/ : address.includes('.woff2') ? /^font\/woff2$/ : /^text\/javascript/;
      assert.match(String(file.headers['content-type']), type);
    }
    assert.match((await app.inject('/docs/page.js')).body, /url: '\/openapi\.json'/);
  });

  it('is linked on the start page', async () => {
    const page = await app.inject('/');
    assert.deepEqual([page.statusCode, page.headers['content-type']], [200, 'text/html; charset=utf-8']);
    assert.match(page.body, /Millrace <small>1\.2\.3<\/small>/);
    const links = [...page.body.matchAll(/href="(\/[^"]*)"/g)].map(([, address]) => address);
    assert.deepEqual(links, [
      '/docs/inter.woff2',
      '/docs/home.css?1.2.3',
      '/account',
      '/manual/',
      '/docs',
      '/openapi.json',
      '/asyncapi.json',
      '/readyz',
      '/healthz',
    ]);
    for (const address of ['/docs/home.css?1.2.3', '/docs', '/openapi.json']) assert.equal((await app.inject(address)).statusCode, 200);
  });

  it('must be revalidated by browsers, but its files are cached for a day', async () => {
    const cacheHeaders = async (address: string) => {
      const { headers } = await app.inject(address);
      return [headers['cache-control'], headers['x-content-type-options']];
    };
    assert.deepEqual(await cacheHeaders('/docs'), ['no-cache', 'nosniff']);
    assert.deepEqual(await cacheHeaders('/docs/page.js'), ['public, max-age=86400', 'nosniff']);
  });

  it('may not reach another host or run inline scripts', async () => {
    for (const address of ['/', '/docs', '/docs/page.js', '/docs/swagger-ui-bundle.js']) {
      const policy = String((await app.inject(address)).headers['content-security-policy']);
      assert.match(policy, /^default-src 'none'; script-src 'self'; /);
      assert.match(policy, /connect-src 'self';/);
      assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    }
  });
});
