// run: own process, waiting, browser, in test:all because it starts a browser
/** People who manage a workspace without a role of administration, and people whose rights are withdrawn while a page is open. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { RIGHTS } from '@millrace/contract';
import { sql } from '../../server/src/core/database/sql.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { choose, dialog, field, fill, find, press, pressInDialog, shows, tick } from './support/journey.ts';
import { checkPage } from './support/page-checks.ts';

const server = await startConsoleServer();
const { make, platform } = server;

const nameAccount = (id: string, name: string): Promise<unknown> =>
  platform.db.writer.rows(sql`update account set first_name = ${name}, last_name = 'Li' where id = ${id}`);

describe('rights that people give and lose', { skip: skipsBrowserTests, timeout: 300_000 }, () => {
  let task: Awaited<ReturnType<typeof make.task>>;
  let colleague: { id: string };

  before(async () => {
    const workspace = await make.workspace({ name: 'Sales' });
    task = await make.task({ workspace: workspace.id, name: 'Load airports' });
    colleague = await make.user();
    await nameAccount(colleague.id, 'Ada');
    const viewer = await make.user({ rights: { [workspace.id]: ['VIEW'] } });
    await nameAccount(viewer.id, 'Bob');
  });
  after(closeBrowser);

  describe('the right Manage on one workspace, without a role', () => {
    let page: Page;

    before(async () => {
      const manager = await make.user({ rights: { [task.workspace]: RIGHTS } });
      page = await openConsole(server, manager, `/admin/rights?environment=${task.environment}`);
    });

    it('reads the names of colleagues, finds one by the name, and gives a right', async () => {
      await shows(page, 'Bob Li');
      await find(page, 'Add a user', 'ada', 'Ada Li');
      await page.locator('[data-cell][aria-label^="Rights of Ada Li"]').press('Enter');
      await tick(page, 'input[value=EXECUTE]');
      await pressInDialog(page, 'Set rights');
      await shows(page, '1 change');
      await checkPage(page, 'rights-manager');
    });

    it('reads what is missing to see service accounts, and comes back to the changes that are not sent', async () => {
      await choose(page, 'Accounts', 'Service accounts');
      await shows(
        page,
        'To see the names of service accounts, and to add one: You need a role with the permission “Manage service accounts”',
      );
      await choose(page, 'Accounts', 'Users');
      await shows(page, '1 change');
      await press(page, 'Check');
      await pressInDialog(page, 'Apply');
      await shows(page, 'The rights are changed.');
      const path = { workspaceId: task.workspace, userId: colleague.id };
      const { body } = await server.call('GET /security/workspaces/{workspaceId}/users/{userId}/permissions', { path });
      assert.ok(body.permissions.includes('EXECUTE'));
    });

    it('is offered as target of an alert rule no engine, which it may not list', async () => {
      await page.goto('/alerts');
      await press(page, 'New rule');
      await choose(page, 'Condition', 'An engine is lost');
      await dialog(page)
        .getByRole('button', { name: /Applies to/ })
        .press('Enter');
      await page.getByRole('option').first().waitFor();
      assert.doesNotMatch((await page.getByRole('option').allInnerTexts()).join(), /One engine/);
    });
  });

  describe('a right that is withdrawn while a page is open', () => {
    let page: Page;
    let person: Awaited<ReturnType<typeof make.user>>;
    const withdraw = (): Promise<unknown> =>
      platform.db.writer.rows(sql`delete from workspace_right where account_id = ${person.id} and name <> 'VIEW'`);

    before(async () => {
      person = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: ['VIEW', 'EXECUTE', 'AUTHOR'] } });
      page = await openConsole(server, person, `/tasks/${task.id}/edit?environment=${task.environment}`);
    });

    it('keeps what is typed, and says the refusal in words', async () => {
      await fill(page, 'Description', 'From the field offices');
      await withdraw();
      await page.getByRole('button', { name: 'Save' }).first().click();
      await shows(page, 'You need the right “Change” on the workspace. Its owner or an administrator can give it to you.');
      assert.equal(await field(page, 'Description').inputValue(), 'From the field offices');
      assert.doesNotMatch(await page.innerText('main'), /AUTHOR/);
    });

    it('is no longer offered after the first refusal', async () => {
      const other = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: ['VIEW', 'EXECUTE'] } });
      const tab = await openConsole(server, other, `/tasks/${task.id}?environment=${task.environment}`);
      await tab.getByRole('button', { name: 'Run now' }).waitFor();
      await platform.db.writer.rows(sql`delete from workspace_right where account_id = ${other.id} and name <> 'VIEW'`);
      await press(tab, 'Run now');
      await shows(tab, 'You need the right “Run” on the workspace Sales.');
      await tab.getByRole('button', { name: 'Run now' }).waitFor({ state: 'detached' });
    });
  });
});
