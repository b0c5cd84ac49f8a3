// run: own process, waiting, browser, in test:all because it starts a browser
/** An administrator changes rights in the matrix, sets up the IP allowlist, and reads the audit log. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { fill, HOSTILE_NAME, press, pressInDialog, shows, tick } from './support/journey.ts';
import { checkOtherForms, checkPage } from './support/page-checks.ts';

const server = await startConsoleServer();

describe('rights, allowlist and audit log in the console', { skip: skipsBrowserTests, timeout: 400_000 }, () => {
  let page: Page;
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
    const person = await make.user({
      permissions: ['SVC_USER_MANAGEMENT', 'SVC_SERVICE_ACCOUNT_MANAGEMENT', 'SVC_OPERATOR', 'AUDIT_LOGS_VIEW'],
      rights: Object.fromEntries(workspaces.map((id) => [id, ['VIEW', 'MANAGE']])),
    });
    rightsPath = `/admin/rights?environment=${environment}`;
    page = await openConsole(server, person, rightsPath);
  });
  after(closeBrowser);

  it('shows the rights of accounts on workspaces, and moves from cell to cell by keyboard', async () => {
    await shows(page, 'Test User');
    await page.locator('[data-cell="0 0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('[data-cell="1 0"]:focus').waitFor();
    await checkPage(page, 'rights');
  });

  it('has only the visible rows of many accounts, and reads only their names', async () => {
    await server.platform.db.writer.rows(sql`
      with people as (
        insert into account (id, tenant_id, login, email, first_name, last_name)
        select gen_random_uuid(), tenant_id, 'many' || n, 'many' || n || '@example.com', 'Many', 'People ' || n
        from account, generate_series(1, 300) n
        where id = ${colleague.id}
        returning id)
      insert into workspace_right (workspace_id, account_id, name)
      select ${workspaces[2]}, id, 'VIEW'
      from people`);
    let names = 0;
    const count = (request: { url(): string }): void => void (names += Number(/\/api\/v1\/users\/./.test(request.url())));
    page.on('request', count);
    await page.goto(rightsPath);
    await shows(page, 'Many People');
    assert.ok((await page.locator('main tbody [scope=row]').count()) < 60);
    assert.ok(names < 120, `${names} names were read`);
    page.off('request', count);
    await page.locator('[data-cell="0 0"]').focus();
    for (let row = 0; row < 70; row += 1) await page.keyboard.press('ArrowDown');
    await page.locator('[data-cell="70 0"]:focus').waitFor();
    await server.platform.db.writer.rows(sql`delete from account where first_name = 'Many'`);
    await page.goto(rightsPath);
    await shows(page, 'Test User');
  });

  it('previews changes, and makes them', async () => {
    await page.locator('[data-cell][aria-label$="View, Run"]').press('Enter');
    await tick(page, 'input[value=PUBLISH]');
    await checkPage(page, 'rights-cell');
    await pressInDialog(page, 'Set rights');
    await shows(page, '1 change');
    await press(page, 'Check');
    await shows(page, 'View, Run, Publish');
    await checkPage(page, 'rights-preview');
    await pressInDialog(page, 'Apply');
    await shows(page, 'The rights are changed.');
    const path = { workspaceId: workspaces[0] ?? '', userId: colleague.id };
    const { body } = await server.call('GET /security/workspaces/{workspaceId}/users/{userId}/permissions', { path });
    assert.deepEqual([...body.permissions].sort(), ['EXECUTE', 'PUBLISH', 'VIEW']);
  });

  it('shows changes that the server would refuse', async () => {
    await server.call('DELETE /account/users/{id}', { path: { id: colleague.id } });
    await page.locator('[data-cell][aria-label$="View, Run, Publish"]').press('Enter');
    await tick(page, 'input[value=PUBLISH]');
    await pressInDialog(page, 'Set rights');
    await press(page, 'Check');
    await shows(page, 'Refused, and left out');
    await pressInDialog(page, 'Cancel');
    await checkOtherForms(page, rightsPath, 'rights', 'Rechte auf Workspaces');
  });

  it('creates the IP allowlist in observe mode, and enforces it', async () => {
    await page.goto('/admin/allowlist');
    await shows(page, 'Calls from every address are served');
    await checkPage(page, 'allowlist-none');
    await press(page, 'Begin in observe mode');
    await shows(page, 'Allowed addresses');
    await fill(page, 'Address or range', 'not an address');
    await fill(page, 'Purpose', 'Office');
    await press(page, 'Add');
    await shows(page, 'Copy details');
    await fill(page, 'Address or range', '203.0.113.0/24');
    await press(page, 'Add');
    await shows(page, '203.0.113.0/24');
    await shows(page, 'Allow');
    await checkPage(page, 'allowlist');
    await press(page, 'Enforce');
    await shows(page, 'Refuse calls from all other addresses?');
    await pressInDialog(page, 'Enforce');
    await shows(page, 'Calls from other addresses are refused.');
    await checkPage(page, 'allowlist-enforced');
    await press(page, 'Back to observe mode');
    await shows(page, 'refuses nothing yet');
    await checkOtherForms(page, '/admin/allowlist', 'allowlist', 'Erlaubte Adressen');
  });

  it('reads the audit log, filters it by the URL, and opens an entry', async () => {
    await page.goto('/admin/audit');
    await shows(page, 'IP allowlist: created');
    await page.getByTitle('ip-allowlist.create-ip-allowlist').waitFor();
    await checkPage(page, 'audit');
    await page.goto('/admin/audit?period=1h&source=com.service/ip-allowlist');
    await shows(page, 'entries');
    await page.locator('[data-row="0"]').press('Enter');
    await shows(page, 'Secrets are replaced by ***');
    await shows(page, 'com.service.v1.ip-allowlist.enable-ip-allowlist');
    await checkPage(page, 'audit-entry');
    await pressInDialog(page, 'Close');
    await checkOtherForms(page, '/admin/audit', 'audit', 'IP-Adressliste: angelegt');
  });
});
