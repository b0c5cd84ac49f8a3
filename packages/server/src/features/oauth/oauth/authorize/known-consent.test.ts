import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../../../../test/support/server.ts';
import { authorizing, CALLBACK } from './authorizing.fixture.ts';

const server = await startTestServer();
const { call } = server;
const { client, path, signedIn, broughtBy } = authorizing(server);

test('oauth.authorize.consent', async () => {
  const cases = [
    { label: 'web', body: {}, redirect_uri: CALLBACK, asksAgain: false },
    { label: 'spa', body: { appType: 'spa' }, redirect_uri: CALLBACK, asksAgain: false },
    { label: 'a web page of a native client', body: { appType: 'native' }, redirect_uri: CALLBACK, asksAgain: false },
    {
      label: 'loopback',
      body: { appType: 'native', redirectUris: ['http://127.0.0.1/done'] },
      redirect_uri: 'http://127.0.0.1:4711/done',
      asksAgain: true,
    },
    {
      label: 'app',
      body: { appType: 'native', redirectUris: ['com.example.app:/done'] },
      redirect_uri: 'com.example.app:/done',
      asksAgain: true,
    },
  ];
  const { browser } = await signedIn();
  for (const { label, body, redirect_uri, asksAgain } of cases) {
    const id = await client(body);
    const target = path(id, { redirect_uri });
    const first = await browser.open(target);
    assert.match(first.location ?? '', /^\/oauth\/consent\?/, label);
    const page = await browser.open(first.location ?? '');
    assert.ok(broughtBy(await browser.post('/oauth/consent', { ...page.forms[0]?.fields, answer: 'allow' }), redirect_uri)['code'], label);
    const second = await browser.open(target);
    if (asksAgain) assert.match(second.location ?? '', /^\/oauth\/consent\?/, label);
    else assert.ok(broughtBy(second, redirect_uri)['code'], label);
    const narrower = await browser.open(path(id, { redirect_uri, scope: 'users:read' }));
    if (!asksAgain) assert.ok(broughtBy(narrower, redirect_uri)['code'], 'a scope that an allowed one includes');
    for (const changes of [{ scope: 'user_default offline_access' }, { prompt: 'consent' }])
      assert.match((await browser.open(path(id, { redirect_uri, ...changes }))).location ?? '', /^\/oauth\/consent\?/, label);
    const { browser: other } = await signedIn();
    assert.match((await other.open(target)).location ?? '', /^\/oauth\/consent\?/, 'the consent of another person');
    const config = { path: { id }, body: [{ op: 'replace', path: '/consentMethod', value: 'trusted' }] };
    assert.equal((await call('PATCH /api/v1/oauth-clients/{id}/connection-configs/me', config)).status, 204);
    assert.ok(broughtBy(await browser.open(target), redirect_uri)['code'], label);
    assert.match((await browser.open(path(id, { redirect_uri, prompt: 'consent' }))).location ?? '', /^\/oauth\/consent\?/);
  }
});
