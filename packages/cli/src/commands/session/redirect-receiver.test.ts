import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { type RedirectReceiver, startReceiver } from './sign-in.ts';

const { signal } = new AbortController();

async function openReceiver(context: TestContext): Promise<RedirectReceiver & { visit(path: string): Promise<Response> }> {
  const receiver = await startReceiver('the state');
  context.after(() => receiver.close());
  return { ...receiver, visit: (path) => fetch(new URL(path, receiver.redirectUri)) };
}

it('returns the code and the issuer that the browser sends', async (context) => {
  const { answer, redirectUri, visit } = await openReceiver(context);
  assert.match(redirectUri, /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  const page = await visit('/callback?code=abc&state=the+state&iss=https://millrace.example.com');
  assert.deepEqual([page.status, page.headers.get('cache-control')], [200, 'no-store']);
  assert.deepEqual(await answer(signal), { code: 'abc', issuer: 'https://millrace.example.com' });
});

it('refuses requests without the state, at another path or by another method', async (context) => {
  const { answer, redirectUri, visit } = await openReceiver(context);
  for (const [path, status] of [
    ['/callback?code=wrong', 400],
    ['/callback?code=wrong&state=another', 400],
    ['/?code=wrong&state=the+state', 404],
  ] as const)
    assert.equal((await visit(path)).status, status, path);
  assert.equal((await fetch(`${redirectUri}?code=wrong&state=the+state`, { method: 'POST' })).status, 404);
  await visit('/callback?code=right&state=the+state');
  assert.deepEqual(await answer(signal), { code: 'right', issuer: null });
});

it('fails where the sign-in was refused', async (context) => {
  const { answer, visit } = await openReceiver(context);
  await visit('/callback?error=access_denied&state=the+state');
  await assert.rejects(answer(signal), { kind: 'refused', message: 'The sign-in was refused in the browser.' });
  const other = await openReceiver(context);
  await other.visit('/callback?error=invalid_scope&error_description=No+such+scope.&state=the+state');
  await assert.rejects(other.answer(signal), { message: 'The server refused the sign-in: No such scope.' });
});

it('stops waiting at Ctrl-C', async (context) => {
  const { answer } = await openReceiver(context);
  const interruption = new AbortController();
  const waiting = answer(interruption.signal);
  interruption.abort();
  await assert.rejects(waiting, { kind: 'interrupted' });
});
