// run: own process, waiting, in test:all because it starts whole programs
/** Signing in at the command line by the browser of the same machine; a scripted client takes the place of the browser. */
import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { test } from 'node:test';
import { Browser, type SeenPage } from '../support/browser.ts';
import { machineWithoutInstall, type RunningLogin } from '../support/command-line-login.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const { count, make, url } = server;
const { millrace, stored } = await machineWithoutInstall();
const person = await make.person({ permissions: ['SVC_OPERATOR'] });

/** Starts the command, and opens the address that it shows, up to the page for the consent. */
async function started(): Promise<{ run: RunningLogin; browser: Browser; address: URL; consent: SeenPage }> {
  const run = millrace('login', '--browser', '--url', url);
  const [, shown = ''] = await run.says(/browser of this machine: (\S+)\n/);
  const browser = new Browser(url);
  await browser.signIn(person.login, person.password);
  const { location } = await browser.open(shown.slice(url.length));
  return { run, browser, address: new URL(shown), consent: await browser.open(location ?? '') };
}

/** The address to which a page leads the browser. */
const leadsTo = ({ refreshAddress, location }: SeenPage): string => refreshAddress ?? location ?? '';

test('signs in in the browser, and signs out', async () => {
  const { run, browser, address, consent } = await started();
  assert.match(consent.html, /Allow Millrace command line to act for you/);
  assert.doesNotMatch(consent.html, /another tenant/);
  assert.deepEqual([address.searchParams.get('code_challenge_method'), address.pathname], ['S256', '/oauth/authorize']);
  const back = await fetch(leadsTo(await browser.send(consent, { answer: 'allow' })));
  assert.match(await back.text(), /go back to the command line/);
  assert.equal(await run.code, 0, run.err());
  assert.equal(run.out(), `Signed in to ${url} as ${person.login}. The tokens are stored in ${stored}.\n`);
  const { token, refreshToken } = JSON.parse(await readFile(stored, 'utf8'));
  for (const secret of [token, refreshToken]) assert.ok(typeof secret === 'string' && !(run.out() + run.err()).includes(secret));

  const shown = millrace('whoami', '--json');
  assert.equal(await shown.code, 0, shown.err());
  assert.equal(JSON.parse(shown.out()).login, person.login);
  assert.equal(await millrace('logout').code, 0);
  assert.deepEqual(await count('oauth_grant'), { oauth_grant: 0 });
});

test('a refusal, and an answer of another server, store nothing', async () => {
  const refused = await started();
  await fetch(leadsTo(await refused.browser.send(refused.consent, { answer: 'refuse' })));
  assert.equal(await refused.run.code, 1);
  assert.match(refused.run.err(), /\nmillrace: The sign-in was refused in the browser\.\n$/);

  const mixed = await started();
  const address = new URL(leadsTo(await mixed.browser.send(mixed.consent, { answer: 'allow' })));
  address.searchParams.set('iss', 'https://other.example.com');
  await fetch(address);
  assert.equal(await mixed.run.code, 1);
  assert.match(mixed.run.err(), /was redirected by another server/);
  await assert.rejects(stat(stored));
  assert.deepEqual(await count('oauth_grant'), { oauth_grant: 0 });
});
