/** The part of an authorisation that happens in the browser of a person. */
import assert from 'node:assert/strict';
import { authorizing } from '../../src/features/oauth/oauth/authorize/authorizing.fixture.ts';
import { Browser } from '../support/browser.ts';
import type { TestServer } from '../support/server.ts';

/** A person with a password. */
export type Visitor = { login: string; password: string };

/** Opens the address to which a client sends a person, signs in, allows the client, and returns the address to which the browser comes back. */
export async function allowByBrowser(server: TestServer, start: string | URL, { login, password }: Visitor): Promise<URL> {
  const asked = new URL(start);
  assert.equal(asked.origin, server.url);
  const browser = new Browser(server.url);
  assert.equal((await browser.signIn(login, password)).status, 303);
  const answer = await browser.open(asked.pathname + asked.search);
  const page = answer.location?.startsWith('/oauth/consent?')
    ? await browser.send(await browser.open(answer.location), { answer: 'allow' }, '/oauth/consent')
    : answer;
  const back = new URL(asked.searchParams.get('redirect_uri') ?? '');
  back.search = new URLSearchParams(authorizing(server).broughtBy(page, back.href)).toString();
  return back;
}
