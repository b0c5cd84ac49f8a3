// run: own process, waiting, browser, in test:all because it starts a browser
/** A developer registers an OAuth client, reads the reason of a refused request, and adds a secret. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { fill, press, pressInDialog, shows } from './support/journey.ts';
import { checkOtherForms, checkPage } from './support/page-checks.ts';

const server = await startConsoleServer();

describe('OAuth clients in the console', { skip: skipsBrowserTests, timeout: 400_000 }, () => {
  let page: Page;
  let path: string;

  before(async () => {
    await server.make.environment();
    const person = await server.make.user({ permissions: ['SVC_OAUTH_CLIENT_MANAGEMENT', 'SVC_OPERATOR'] });
    page = await openConsole(server, person, '/admin/oauth-clients');
  });
  after(closeBrowser);

  it('registers a client after a refusal; its secret is shown once', async () => {
    await shows(page, 'OAuth clients');
    await checkPage(page, 'oauth-clients');
    await press(page, 'New OAuth client');
    await fill(page, 'Name', 'Reports');
    await fill(page, 'Scopes that it may ask for', 'identity.name:read');
    await fill(page, 'Redirect addresses', 'http://reports.example.com/back');
    await pressInDialog(page, 'Create');
    await shows(page, 'must begin with https://');
    await checkPage(page, 'oauth-client-refused');
    await fill(page, 'Redirect addresses', 'https://reports.example.com/back');
    await pressInDialog(page, 'Create');
    await shows(page, 'It is shown only now');
    await checkPage(page, 'oauth-client-new');
    await pressInDialog(page, 'Done');
    await page.waitForURL(/\/admin\/oauth-clients\/./);
    await shows(page, 'No request was refused');
    path = await page.evaluate<string>('location.pathname');
  });

  it('allows its use, and shows the reason of a refused request, with advice', async () => {
    await press(page, 'Do not allow');
    await shows(page, 'Not allowed');
    await press(page, 'Allow, people are asked');
    await shows(page, 'People may use it');
    const clientId = path.split('/').at(-1) ?? '';
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: 'not the secret' });
    assert.ok((await fetch(new URL('/oauth/token', server.url), { method: 'POST', body })).status >= 400);
    await shows(page, 'What to do:');
    await checkPage(page, 'oauth-client');
  });

  it('changes its settings, and adds a secret', async () => {
    await fill(page, 'Description', 'Draws the reports of the sales');
    await press(page, 'Save');
    await shows(page, 'Saved.');
    await press(page, 'Add a secret');
    await shows(page, 'Secret of Reports');
    await checkOtherForms(page, path, 'oauth-client', 'Rücksprungadressen');
    await checkOtherForms(page, '/admin/oauth-clients', 'oauth-clients', 'Neuer OAuth-Client');
  });
});
