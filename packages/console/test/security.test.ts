// run: own process, waiting, in test:all because it starts a browser
/** An administrator changes rights in the matrix, sets up the IP allowlist, and reads the audit log. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { checkOtherForms, checkPage, fill, HOSTILE_NAME, pressInDialog } from './support/journey.ts';

const server = await startConsoleServer();

describe('rights, allowlist and audit log in the console', { skip: skipsJourneys, timeout: 400_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;
  let rightsPath: string;
  let colleague: { id: string };
  let workspaces: string[];

  before(async () => {
    const { make } = server;
    const environment = await make.environment();
    workspaces = [
      (await make.workspace({ environment })).id,
      (await make.workspace({ environment })).id,
      (await make.workspace({ environment, name: HOSTILE_NAME })).id,
    ];
    colleague = await make.user({ rights: { [workspaces[0] ?? '']: ['VIEW', 'EXECUTE'] } });
    await make.user({ rights: { [workspaces[1] ?? '']: ['VIEW'] }, type: 'SERVICE' });
    const person = await make.person({
      permissions: ['SVC_USER_MANAGEMENT', 'SVC_SERVICE_ACCOUNT_MANAGEMENT', 'SVC_OPERATOR', 'AUDIT_LOGS_VIEW'],
      rights: Object.fromEntries(workspaces.map((id) => [id, ['VIEW', 'MANAGE']])),
    });
    rightsPath = `/admin/rights?environment=${environment}`;
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    await tab.signIn(person, rightsPath);
  });
  after(() => browser?.stop());

  it('shows the rights of accounts on workspaces, and moves from cell to cell by keyboard', async () => {
    await tab.shows('Test User');
    await tab.evaluate(`document.querySelector('[data-cell="0 0"]').focus()`);
    await tab.key('ArrowDown');
    await tab.until(`document.activeElement.dataset.cell === '1 0'`);
    await checkPage(tab, 'rights');
  });

  it('previews changes, and makes them', async () => {
    const cell = `[...document.querySelectorAll('.rights-cell')].find((node) => node.getAttribute('aria-label').endsWith('View, Run'))`;
    await tab.enterOn(cell);
    await tab.until(`document.querySelector('[role=dialog] input[value=PUBLISH]')`);
    await tab.evaluate(`document.querySelector('[role=dialog] input[value=PUBLISH]').click()`);
    await checkPage(tab, 'rights-cell');
    await pressInDialog(tab, 'Set rights');
    await tab.shows('1 change');
    await tab.press('Check');
    await tab.shows('View, Run, Publish');
    await checkPage(tab, 'rights-preview');
    await pressInDialog(tab, 'Apply');
    await tab.shows('The rights are changed.');
    const path = { workspaceId: workspaces[0] ?? '', userId: colleague.id };
    const { body } = await server.call('GET /security/workspaces/{workspaceId}/users/{userId}/permissions', { path });
    assert.deepEqual([...body.permissions].sort(), ['EXECUTE', 'PUBLISH', 'VIEW']);
  });

  it('shows changes that the server would refuse', async () => {
    await server.call('DELETE /account/users/{id}', { path: { id: colleague.id } });
    const cell = `[...document.querySelectorAll('.rights-cell')].find((node) => node.getAttribute('aria-label').endsWith('View, Run, Publish'))`;
    await tab.until(cell);
    await tab.enterOn(cell);
    await tab.until(`document.querySelector('[role=dialog] input[value=PUBLISH]')`);
    await tab.evaluate(`document.querySelector('[role=dialog] input[value=PUBLISH]').click()`);
    await pressInDialog(tab, 'Set rights');
    await tab.press('Check');
    await tab.shows('Refused, and left out');
    await pressInDialog(tab, 'Cancel');
    await checkOtherForms(tab, rightsPath, 'rights', 'Rechte auf Workspaces');
  });

  it('creates the IP allowlist in observe mode, and enforces it', async () => {
    await tab.open('/admin/allowlist');
    await tab.shows('Calls from every address are served');
    await checkPage(tab, 'allowlist-none');
    await tab.press('Begin in observe mode');
    await tab.shows('Allowed addresses');
    await fill(tab, 'Address or range', 'not an address');
    await fill(tab, 'Purpose', 'Office');
    await tab.press('Add');
    await tab.shows('Request ');
    await fill(tab, 'Address or range', '203.0.113.0/24');
    await tab.press('Add');
    await tab.shows('203.0.113.0/24');
    await tab.shows('Allow');
    await checkPage(tab, 'allowlist');
    await tab.press('Enforce');
    await tab.shows('Refuse calls from all other addresses?');
    await pressInDialog(tab, 'Enforce');
    await tab.shows('Calls from other addresses are refused.');
    await checkPage(tab, 'allowlist-enforced');
    await tab.press('Back to observe mode');
    await tab.shows('refuses nothing yet');
    await checkOtherForms(tab, '/admin/allowlist', 'allowlist', 'Erlaubte Adressen');
  });

  it('reads the audit log, filters it by the URL, and opens an entry', async () => {
    await tab.open('/admin/audit');
    await tab.shows('ip-allowlist');
    await checkPage(tab, 'audit');
    await tab.open('/admin/audit?period=1h&source=com.service/ip-allowlist');
    await tab.shows('entries');
    await tab.enterOn(`document.querySelector('[data-row="0"]')`);
    await tab.shows('Secrets are replaced by ***');
    await checkPage(tab, 'audit-entry');
    await pressInDialog(tab, 'Close');
    await checkOtherForms(tab, '/admin/audit', 'audit', 'Audit-Log');
  });
});
