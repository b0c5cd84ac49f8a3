import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unknownRedirectUri } from './request.ts';

const reasonOf = (registered: string[], sent: string) => unknownRedirectUri({ redirect_uris: registered }, sent).reason;

test('the reason names the nearest registered redirect URI', () => {
  const registered = ['https://a.example/callback', 'https://b.example/callback'];
  assert.equal(
    reasonOf(registered, 'https://b.example/callback/'),
    'The redirect_uri https://b.example/callback/ is not registered; the nearest registered one is https://b.example/callback.',
  );
  assert.match(reasonOf([], 'https://b.example'), /the client has none/);
  assert.match(reasonOf(registered, ''), /is missing; the nearest registered one is https:\/\/a\.example/);
});
