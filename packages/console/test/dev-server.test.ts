// run: waiting, in test:all because it starts the development server
// tries `npm run dev:console`
/** npm run dev:console */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startTestServer } from '../../server/test/support/server.ts';
import { serveSources } from '../scripts/dev.ts';

const server = await startTestServer();
const sources = await serveSources(server.url);

describe('the development server', () => {
  after(() => sources.stop());
  const get = (path: string): Promise<Response> => fetch(new URL(path, sources.url), { headers: { accept: 'text/html' } });

  it('serves the console from its sources, for each of its paths', async () => {
    for (const path of ['/', '/runs', '/runs/42']) assert.match(await (await get(path)).text(), /src="\/src\/main\.tsx/, path);
    const script = await get('/src/main.tsx');
    assert.match(script.headers.get('content-type') ?? '', /javascript/);
  });

  it('forwards requests for the API and for pages of the server', async () => {
    assert.equal((await get('/account/me')).status, 401);
    assert.match(await (await get('/login')).text(), /<h1>Sign in<\/h1>/);
    // Whether the server has the manual or says how to build it, it answers.
    assert.match(await (await get('/manual/')).text(), /<title>[^<]*manual<\/title>/);
  });
});
