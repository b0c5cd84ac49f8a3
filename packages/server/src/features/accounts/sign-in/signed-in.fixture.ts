/** People with a session at a browser, for tests. */
import assert from 'node:assert/strict';
import { Browser } from '../../../../test/support/browser.ts';
import type { TestServer } from '../../../../test/support/server.ts';
import type { MadePerson } from './make.fixture.ts';

/** Makes a person, and signs it in at a browser. */
export async function signedInPerson(
  { make, url }: Pick<TestServer, 'make' | 'url'>,
  options: Parameters<TestServer['make']['person']>[0] = {},
): Promise<{ person: MadePerson; browser: Browser }> {
  const person = await make.person(options);
  const browser = new Browser(url);
  assert.equal((await browser.signIn(person.login, person.password)).status, 303);
  return { person, browser };
}
