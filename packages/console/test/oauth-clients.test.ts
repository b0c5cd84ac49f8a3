// run: own process, waiting, in test:all because it starts a browser
/** A developer registers an OAuth client, reads the reason of a refused request, and adds a secret. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { checkOtherForms, checkPage, fill, pressInDialog } from './support/journey.ts';

const server = await startConsoleServer();

describe('OAuth clients in the console', { skip: skipsJourneys, timeout: 400_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;
  let path: string;

  before(async () => {
    await server.make.environment();
    const person = await server.make.person({ permissions: ['SVC_OAUTH_CLIENT_MANAGEMENT', 'SVC_OPERATOR'] });
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    await tab.signIn(person, '/admin/oauth-clients');
  });
  after(() => browser?.stop());

  it('registers a client after a refusal; its secret is shown once', async () => {
    await tab.shows('OAuth clients');
    await checkPage(tab, 'oauth-clients');
    await tab.press('New OAuth client');
    await fill(tab, 'Name', 'Reports');
    await fill(tab, 'Scopes that it may ask for', 'identity.name:read');
    await fill(tab, 'Redirect addresses', 'http://reports.example.com/back');
    await pressInDialog(tab, 'Create');
    await tab.shows('must begin with https://');
    await checkPage(tab, 'oauth-client-refused');
    await fill(tab, 'Redirect addresses', 'https://reports.example.com/back');
    await pressInDialog(tab, 'Create');
    await tab.shows('It is shown only now');
    await checkPage(tab, 'oauth-client-new');
    await pressInDialog(tab, 'Done');
    await tab.until(`location.pathname.startsWith('/admin/oauth-clients/')`);
    await tab.shows('No request was refused');
    path = await tab.evaluate<string>('location.pathname');
  });

  it('allows its use, and shows the reason of a refused request, with advice', async () => {
    await tab.press('Do not allow');
    await tab.shows('Not allowed');
    await tab.press('Allow, people are asked');
    await tab.shows('People may use it');
    const clientId = path.split('/').at(-1) ?? '';
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: 'not the secret' });
    assert.ok((await fetch(new URL('/oauth/token', server.url), { method: 'POST', body })).status >= 400);
    await tab.shows('What to do:');
    await checkPage(tab, 'oauth-client');
  });

  it('changes its settings, and adds a secret', async () => {
    await fill(tab, 'Description', 'Draws the reports of the sales');
    await tab.press('Save');
    await tab.shows('Saved.');
    await tab.press('Add a secret');
    await tab.shows('Secret of Reports');
    await checkOtherForms(tab, path, 'oauth-client', 'Rücksprungadressen');
    await checkOtherForms(tab, '/admin/oauth-clients', 'oauth-clients', 'Neuer OAuth-Client');
  });
});
