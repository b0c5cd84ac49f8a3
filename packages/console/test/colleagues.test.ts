// run: own process, waiting, browser, in test:all because it starts a browser
/** An administrator who is alone adds a colleague in one dialog: told what a second person changes, with a role, rights and a preview. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { closes, dialog, fill, find, hides, press, pressInDialog, shows } from './support/journey.ts';
import { checkOtherForms, checkPage } from './support/page-checks.ts';

const server = await startConsoleServer();

describe('a colleague in one dialog', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  const { call, make, platform } = server;
  let page: Page;
  let workspace: Awaited<ReturnType<typeof make.workspace>>;

  before(async () => {
    workspace = await make.workspace({ name: 'Sales' });
    await make.task({ workspace: workspace.id, name: 'Load airports' });
    const { id: engine } = await make.engine({ environment: workspace.environment, name: 'Old machine' });
    await platform.db.writer.rows(sql`update engine set isolation = 'none' where id = ${engine}`);
    page = await openConsole(server, { id: await make.administrator() }, `/setup/connections?environment=${workspace.environment}`);
  });
  after(closeBrowser);

  it('stands on the page of connections that a second person closes this machine', async () => {
    await shows(page, 'while only one person has an account. A second one closes it.');
  });

  it('says what a second person changes, and asks for a confirmation', async () => {
    await page.goto('/admin/users');
    await press(page, 'Add a colleague');
    await shows(
      page,
      'You are the only person with an account. With a second one, connections, crawls and webhooks no longer reach this machine',
    );
    await shows(
      page,
      'these engines start no more runs unless an operator has set MILLRACE_UNISOLATED_TASKS=allow, because they do not separate the runs of different people: Old machine.',
    );
    await fill(page, 'Email addresses', 'ada@example.com');
    await pressInDialog(page, 'Add 1 person');
    await shows(page, 'Confirm this first.');
    assert.deepEqual((await call('GET /orchestration/connections/outbound')).body, { loopback: 'OPEN_FOR_ONE_USER' });
  });

  it('previews what the person will see, and what is missing', async () => {
    await shows(page, 'Nothing yet: without a role and without a right on a workspace, every page is empty.');
    await find(page, 'Add a workspace', 'Sal', 'Sales');
    await shows(page, 'Sales: its tasks, plans, runs, artifacts, connections');
    await shows(
      page,
      '“Run” alone is not enough: it also needs a role with the permission “Operate tasks, plans and runs”, such as Operator.',
    );
    await dialog(page).locator('label.check', { hasText: 'Operator' }).click();
    await shows(page, 'Sales: may start tasks and plans');
    await hides(page, 'alone is not enough');
    await checkPage(page, 'colleague');
  });

  it('adds the person with role and rights', async () => {
    await dialog(page).locator('label.check', { hasText: 'I know that this will stop working' }).click();
    await pressInDialog(page, 'Add 1 person');
    await shows(page, 'Link for ada@example.com');
    assert.equal(await dialog(page).getByRole('alert').count(), 0);
    await pressInDialog(page, 'Done');
    await closes(page);
    const { id, roles } = await platform.db.reader.only<{ id: string; roles: string[] }>(sql`
      select a.id, array(select r.name from account_role h join role r on r.id = h.role_id where h.account_id = a.id) as roles
      from account a
      where a.login = 'ada@example.com'`);
    assert.deepEqual(roles, ['Operator']);
    const { body } = await call('GET /security/permissions', { query: { workspaceId: workspace.id } });
    assert.deepEqual(body, [{ workspaceId: workspace.id, userId: id, permissions: ['VIEW', 'EXECUTE'] }]);
    await page.goto('/setup/connections');
    await shows(page, 'because several people have accounts. An operator opens it by MILLRACE_OUTBOUND_ALLOW=private,loopback.');
    const colleague = await openConsole(server, { id }, '/tasks');
    await shows(colleague, 'Load airports');
    await colleague.context().close();
  });

  it('does not ask again, and names what could not be given', async () => {
    await page.goto('/admin/users');
    await press(page, 'Add a colleague');
    await shows(page, 'What this person will see');
    await fill(page, 'Email addresses', 'bob@example.com');
    await hides(page, 'You are the only person');
    await pressInDialog(page, 'Add 1 person');
    await shows(page, 'Link for bob@example.com');
    await pressInDialog(page, 'Done');
    await checkOtherForms(page, '/admin/users', 'users', 'hinzufügen');
  });
});
