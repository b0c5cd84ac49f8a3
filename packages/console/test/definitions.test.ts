// run: own process, waiting, in test:all because it starts a browser
/** An administrator maps roles of an identity provider, and defines attributes of datasets. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { checkOtherForms, checkPage, choose, fill, HOSTILE_NAME, pressInDialog } from './support/journey.ts';

const server = await startConsoleServer();
const { call, make } = server;

describe('role mappings and attributes in the console', { skip: skipsJourneys, timeout: 400_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;

  before(async () => {
    const { workspace } = await make.task({ name: 'Load airports' });
    const person = await make.person({
      permissions: ['SVC_SSO_MANAGEMENT', 'SVC_ROLE_MANAGEMENT', 'SVC_OPERATOR', 'SVC_CONNECTION_RESOURCE_EDIT'],
      rights: { [workspace]: ['VIEW'] },
    });
    await call('POST /account/roles', { body: { name: 'Night shift', permissions: ['SVC_OPERATOR'] } });
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    await tab.signIn(person, '/admin/role-mappings');
  });
  after(() => browser?.stop());

  const mappings = async (): Promise<{ name: string; roles: string[] }[]> => (await call('GET /security/role-mappings', {})).body;
  const definitions = async (): Promise<Record<string, unknown>[]> => (await call('GET /datasets/attributes', {})).body.data;
  const closed = (): Promise<void> => tab.until(`!document.querySelector('[role=dialog]')`, 'the end of the dialog');
  const tick = (value: string): Promise<void> => tab.evaluate(`document.querySelector('[role=dialog] input[value="${value}"]').click()`);

  it('maps a name to roles, after a refusal', async () => {
    await tab.shows('There is no mapping yet');
    await checkPage(tab, 'role-mappings-none');
    await tab.press('New mapping');
    await tab.until(`document.querySelector('[role=dialog] input[value="Night shift"]')`);
    await pressInDialog(tab, 'Save');
    await tab.until(`document.querySelector('[role=dialog] [role=alert]')`);
    await fill(tab, 'Name from the identity provider', HOSTILE_NAME);
    await tick('Night shift');
    await checkPage(tab, 'role-mapping-new');
    await pressInDialog(tab, 'Save');
    await closed();
    assert.deepEqual(await mappings(), [{ name: HOSTILE_NAME, roles: ['Night shift'] }]);
    await tab.shows('Night shift');
    await checkPage(tab, 'role-mappings');
    await checkOtherForms(tab, '/admin/role-mappings', 'role-mappings', 'Rollenzuordnungen');
  });

  it('changes a mapping, deletes one, and deletes all', async () => {
    await call('POST /security/role-mappings', { body: { name: 'colleagues', roles: ['Night shift'] } });
    await tab.open('/admin/role-mappings');
    await tab.press('Change colleagues');
    await tab.until(`document.querySelector('[role=dialog] input[value="Night shift"]:checked')`);
    await tick('Night shift');
    await pressInDialog(tab, 'Save');
    await closed();
    assert.deepEqual((await mappings()).find(({ name }) => name === 'colleagues')?.roles, []);
    await tab.enterOn(
      `[...document.querySelectorAll('.members li')].find((node) => node.innerText.includes('colleagues')).querySelectorAll('button')[1]`,
    );
    await tab.shows('Users keep the roles that they have.');
    await pressInDialog(tab, 'Delete');
    await closed();
    assert.equal((await mappings()).length, 1);
    await tab.press('Delete all');
    await checkPage(tab, 'role-mappings-delete');
    await pressInDialog(tab, 'Delete all');
    await tab.shows('There is no mapping yet');
    assert.deepEqual(await mappings(), []);
  });

  it('defines an attribute, changes it and deletes it', async () => {
    await tab.open('/catalogue/attributes');
    await tab.shows('No attribute is defined');
    await tab.press('Define an attribute');
    await fill(tab, 'Name', HOSTILE_NAME);
    await choose(tab, 'Kind', 'Values of a list');
    await fill(tab, 'Values, one on each line', 'finance\nsales');
    await fill(tab, 'Values of datasets without', 'marketing');
    await pressInDialog(tab, 'Create');
    await tab.until(`document.querySelector('[role=dialog] [role=alert]')`);
    await checkPage(tab, 'attribute-new');
    await fill(tab, 'Values of datasets without', 'sales');
    await pressInDialog(tab, 'Create');
    await closed();
    await tab.shows('finance, sales · default sales');
    await checkPage(tab, 'attributes');
    await checkOtherForms(tab, '/catalogue/attributes', 'attributes', 'Attribute von Datasets');
    await tab.open('/catalogue/attributes');
    await tab.press(`Change ${HOSTILE_NAME.slice(0, 12)}`);
    await fill(tab, 'Name', 'Domain');
    await fill(tab, 'Description', 'Who asks for it');
    await pressInDialog(tab, 'Save');
    await closed();
    const [changed] = await definitions();
    assert.deepEqual(
      [changed?.['label'], changed?.['description'], changed?.['values'], changed?.['defaults']],
      ['Domain', 'Who asks for it', ['finance', 'sales'], ['sales']],
    );
    await tab.press('Delete');
    await tab.shows('Its values on all datasets are deleted with it.');
    await pressInDialog(tab, 'Delete');
    await tab.shows('No attribute is defined');
    assert.deepEqual(await definitions(), []);
  });
});
