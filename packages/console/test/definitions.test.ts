// run: own process, waiting, browser, in test:all because it starts a browser
/** An administrator maps roles of an identity provider, and defines attributes of datasets. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { choose, closes, dialog, fill, HOSTILE_NAME, press, pressInDialog, shows, tick } from './support/journey.ts';
import { checkOtherForms, checkPage } from './support/page-checks.ts';

const server = await startConsoleServer();
const { call, make } = server;
const DEFAULTS = 'Values of datasets without their own, one on each line';

describe('role mappings and attributes in the console', { skip: skipsBrowserTests, timeout: 400_000 }, () => {
  let page: Page;

  before(async () => {
    const { workspace } = await make.task({ name: 'Load airports' });
    const person = await make.user({
      permissions: ['SVC_SSO_MANAGEMENT', 'SVC_ROLE_MANAGEMENT', 'SVC_OPERATOR', 'SVC_CONNECTION_RESOURCE_EDIT'],
      rights: { [workspace]: ['VIEW'] },
    });
    await call('POST /account/roles', { body: { name: 'Night shift', permissions: ['SVC_OPERATOR'] } });
    page = await openConsole(server, person, '/admin/role-mappings');
  });
  after(closeBrowser);

  const mappings = async (): Promise<{ name: string; roles: string[] }[]> => (await call('GET /security/role-mappings', {})).body;
  const definitions = async (): Promise<Record<string, unknown>[]> => (await call('GET /datasets/attributes', {})).body.data;

  it('maps a name to roles, after a refusal', async () => {
    await shows(page, 'There is no mapping yet');
    await checkPage(page, 'role-mappings-none');
    await press(page, 'New mapping');
    await page.locator('[role=dialog] input[value="Night shift"]').waitFor();
    await pressInDialog(page, 'Save');
    await dialog(page).getByRole('alert').waitFor();
    await fill(page, 'Name from the identity provider', HOSTILE_NAME);
    await tick(page, 'input[value="Night shift"]');
    await checkPage(page, 'role-mapping-new');
    await pressInDialog(page, 'Save');
    await closes(page);
    assert.deepEqual(await mappings(), [{ name: HOSTILE_NAME, roles: ['Night shift'] }]);
    await shows(page, 'Night shift');
    await checkPage(page, 'role-mappings');
    await checkOtherForms(page, '/admin/role-mappings', 'role-mappings', 'Rollenzuordnungen');
  });

  it('changes a mapping, deletes one, and deletes all', async () => {
    await call('POST /security/role-mappings', { body: { name: 'colleagues', roles: ['Night shift'] } });
    await page.goto('/admin/role-mappings');
    await press(page, 'Change colleagues');
    await page.locator('[role=dialog] input[value="Night shift"]:checked').waitFor();
    await tick(page, 'input[value="Night shift"]');
    await pressInDialog(page, 'Save');
    await closes(page);
    assert.deepEqual((await mappings()).find(({ name }) => name === 'colleagues')?.roles, []);
    await page.locator('.items li', { hasText: 'colleagues' }).getByRole('button').nth(1).click();
    await shows(page, 'Users keep the roles that they have.');
    await pressInDialog(page, 'Delete');
    await closes(page);
    assert.equal((await mappings()).length, 1);
    await press(page, 'Delete all');
    await checkPage(page, 'role-mappings-delete');
    await pressInDialog(page, 'Delete all');
    await shows(page, 'There is no mapping yet');
    assert.deepEqual(await mappings(), []);
  });

  it('defines an attribute, changes it and deletes it', async () => {
    await page.goto('/catalogue/attributes');
    await shows(page, 'No attribute is defined');
    await press(page, 'Define an attribute');
    await fill(page, 'Name', HOSTILE_NAME);
    await choose(page, 'Kind', 'Values of a list');
    await fill(page, 'Values, one on each line', 'finance\nsales');
    await fill(page, DEFAULTS, 'marketing');
    await pressInDialog(page, 'Create');
    await dialog(page).getByRole('alert').waitFor();
    await checkPage(page, 'attribute-new');
    await fill(page, DEFAULTS, 'sales');
    await pressInDialog(page, 'Create');
    await closes(page);
    await shows(page, 'finance, sales · default sales');
    await checkPage(page, 'attributes');
    await checkOtherForms(page, '/catalogue/attributes', 'attributes', 'Attribute von Datasets');
    await page.goto('/catalogue/attributes');
    await press(page, `Change ${HOSTILE_NAME.slice(0, 12)}`);
    await fill(page, 'Name', 'Domain');
    await fill(page, 'Description', 'Who asks for it');
    await pressInDialog(page, 'Save');
    await closes(page);
    const [changed] = await definitions();
    assert.deepEqual(
      [changed?.['label'], changed?.['description'], changed?.['values'], changed?.['defaults']],
      ['Domain', 'Who asks for it', ['finance', 'sales'], ['sales']],
    );
    await press(page, 'Delete');
    await shows(page, 'Its values on all datasets are deleted with it.');
    await pressInDialog(page, 'Delete');
    await shows(page, 'No attribute is defined');
    assert.deepEqual(await definitions(), []);
  });
});
