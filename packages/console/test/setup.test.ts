// run: own process, waiting, browser, in test:all because it starts a browser
/** A person sets up connections, resources, projects, environments and workspaces, in Chromium with a real server. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import {
  choose,
  confirm,
  counts,
  dialog,
  dropFile,
  fill,
  find,
  has,
  hides,
  pathOf,
  press,
  pressInDialog,
  shows,
  showsRefusal,
  submit,
} from './support/journey.ts';
import { checkNarrow, checkOtherForms, checkPage } from './support/page-checks.ts';

const HOSTILE = `<img src=x onerror="window.hurt=1"> \u202Eabc ${'long '.repeat(60)}`.slice(0, 255);

const server = await startConsoleServer();

describe('the setup in the console', { skip: skipsBrowserTests, timeout: 300_000 }, () => {
  let page: Page;

  before(async () => {
    const { call, make } = server;
    const { id: workspaceId } = await make.workspace();
    const parameters = [
      { name: 'host', value: HOSTILE },
      { name: 'password', value: 'hidden', encrypted: true },
    ];
    const created = await call('POST /orchestration/connections', { body: { name: HOSTILE, workspaceId, app: 'Custom', parameters } });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const person = await make.user({
      permissions: ['SVC_OPERATOR', 'SVC_ENVIRONMENT_MANAGEMENT', 'SVC_PROJECT_MANAGEMENT', 'SVC_USER_MANAGEMENT'],
      rights: { [workspaceId]: ['VIEW', 'AUTHOR', 'EXECUTE', 'MANAGE'] },
    });
    page = await openConsole(server, person, `/setup/connections?environment=${created.body.workspace.environment.id}`);
  });
  after(closeBrowser);

  it('creates a connection, and tests it', async () => {
    await shows(page, '1 entry');
    await checkPage(page, 'connections');
    await checkOtherForms(page, '/setup/connections', 'connections', 'Neue Verbindung');
    await press(page, 'New connection');
    await shows(page, 'Add a parameter');
    await checkOtherForms(page, '/setup/connections/new', 'connection-new', 'Parameter hinzufügen');
    await fill(page, 'Name', HOSTILE);
    await submit(page);
    await showsRefusal(page, 409);
    await checkPage(page, 'connection-new-refused');
    await checkNarrow(page, 'connection-new-refused');
    await fill(page, 'Name', 'Shop');
    await choose(page, 'Kind of system', 'http');
    await fill(page, 'Value', 'http://127.0.0.1:1/');
    await submit(page);
    await page.waitForURL(/\/setup\/connections\/[0-9a-f-]{36}/);
    await press(page, 'Test now');
    await shows(page, 'It does not work');
    await checkPage(page, 'connection');
    await checkNarrow(page, 'connection');
  });

  it('keeps a stored secret if its field stays empty, and shows it nowhere', async () => {
    await page.goto('/setup/connections');
    await shows(page, '2 entries');
    await page.locator('[data-row="0"]').press('Enter');
    await page.locator('input[placeholder="Empty: the stored value stays"]').waitFor();
    assert.equal(await page.evaluate(`[...document.querySelectorAll('input')].some(({ value }) => value === 'hidden')`), false);
    await submit(page);
    await shows(page, 'Saved.');
    await press(page, 'Delete');
    await confirm(page);
    await page.waitForURL(({ pathname }) => pathname === '/setup/connections');
    await shows(page, '1 entry');
  });

  it('creates a resource from a file', async () => {
    const file = join(server.home, 'airports.csv');
    await writeFile(file, 'ZRH;Zurich\n');
    await page.goto('/setup/resources');
    await shows(page, 'There is no resource in this environment yet');
    await checkPage(page, 'resources-none');
    for (const isTaken of [false, true]) {
      await press(page, 'New resource');
      await dropFile(page, file);
      await has(page, 'Name', 'airports.csv');
      await submit(page);
      await (isTaken ? showsRefusal(page, 409) : shows(page, '1 entry'));
    }
    await checkPage(page, 'resource-new-refused');
    await page.keyboard.press('Escape');
    await checkOtherForms(page, '/setup/resources', 'resources', 'Neue Ressource');
    await press(page, 'airports.csv');
    await shows(page, 'Replace the content');
    await dropFile(page, file);
    await counts(page, '[type=submit]', 2);
    await submit(page);
    await shows(page, 'The content has been replaced.');
    await checkPage(page, 'resource');
    await checkNarrow(page, 'resource');
  });

  it('creates a project, and adds users to it', async () => {
    await page.goto('/setup/projects');
    await shows(page, 'There is no project yet');
    await checkPage(page, 'projects-none');
    await press(page, 'New project');
    await fill(page, 'Name', 'Invoices');
    await fill(page, 'Repository', 'https://git.example.com/invoices.git');
    await fill(page, 'Owner', 'nobody');
    await submit(page);
    await dialog(page).getByRole('alert').waitFor();
    await fill(page, 'Owner', 'admin');
    await submit(page);
    await shows(page, 'No user may work on this project yet.');
    await find(page, 'Add a user', 'admin@', 'admin@');
    await hides(page, 'No user may work on this project yet.');
    await page.getByRole('button', { name: /^Remove \S/ }).waitFor();
    await checkPage(page, 'project');
    await checkNarrow(page, 'project');
    await page.goto('/setup/projects');
    await shows(page, '1 entry');
    await checkPage(page, 'projects');
    await checkOtherForms(page, '/setup/projects', 'projects', 'Neues Projekt');
  });

  it('creates an environment with a workspace, changes it, and deletes it', async () => {
    await page.goto('/setup/environments');
    await press(page, 'New environment');
    await fill(page, 'Name', 'Test stage');
    await fill(page, 'Name of its first workspace', 'Finance');
    await submit(page);
    await shows(page, 'Test stage');
    await press(page, 'New environment');
    await fill(page, 'Name', 'Test stage');
    await fill(page, 'Name of its first workspace', 'Finance');
    await submit(page);
    await showsRefusal(page, 409);
    await checkPage(page, 'environment-new-refused');
    await page.keyboard.press('Escape');
    await pressInDialog(page, 'Discard changes');
    await checkPage(page, 'environments');
    await checkOtherForms(page, '/setup/environments', 'environments', 'Neue Umgebung');
    await press(page, 'Test stage');
    await page.waitForURL(({ pathname }) => pathname === '/setup/workspaces');
    await shows(page, 'Finance');
    await press(page, 'New workspace');
    await fill(page, 'Name', 'Invoices');
    await submit(page);
    await shows(page, 'Invoices');
    await checkPage(page, 'workspaces');
    await checkOtherForms(page, pathOf(page), 'workspaces', 'Neuer Workspace');
    await press(page, 'More actions');
    await press(page, 'Delete');
    await shows(page, 'This cannot be undone.');
    await checkPage(page, 'workspace-delete');
    await confirm(page);
    await shows(page, '1 entry');
  });
});
