// run: own process, waiting, in test:all because it starts a browser
/** A person sets up connections, resources, projects, environments and workspaces, in Chromium with a real server. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { choose, confirm, dropFile, fill, has, checkPage, checkNarrow, submit } from './support/journey.ts';

const HOSTILE = `<img src=x onerror="window.hurt=1"> \u202Eabc ${'long '.repeat(60)}`.slice(0, 255);

const server = await startConsoleServer();

describe('the setup in the console', { skip: skipsJourneys, timeout: 300_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;

  before(async () => {
    const { call, make } = server;
    const { id: workspaceId } = await make.workspace();
    const parameters = [
      { name: 'host', value: HOSTILE },
      { name: 'password', value: 'hidden', encrypted: true },
    ];
    const created = await call('POST /orchestration/connections', { body: { name: HOSTILE, workspaceId, app: 'Custom', parameters } });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const person = await make.person({
      permissions: ['SVC_OPERATOR', 'SVC_ENVIRONMENT_MANAGEMENT', 'SVC_PROJECT_MANAGEMENT', 'SVC_USER_MANAGEMENT'],
      rights: { [workspaceId]: ['VIEW', 'AUTHOR', 'EXECUTE', 'MANAGE'] },
    });
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    await tab.signIn(person, `/setup/connections?environment=${created.body.workspace.environment.id}`);
  });
  after(() => browser?.stop());

  it('creates a connection, and tests it', async () => {
    await tab.shows('1 entry');
    await checkPage(tab, 'connections');
    await checkNarrow(tab, 'connections');
    await tab.press('New connection');
    await tab.shows('Add a parameter');
    await fill(tab, 'Name', HOSTILE);
    await submit(tab);
    await tab.shows('409');
    await checkPage(tab, 'connection-new-refused');
    await checkNarrow(tab, 'connection-new');
    await fill(tab, 'Name', 'Shop');
    await choose(tab, 'Kind of system', 'http');
    await fill(tab, 'Value', 'http://127.0.0.1:1/');
    await submit(tab);
    await tab.until(`location.pathname.startsWith('/setup/connections/') && !location.pathname.endsWith('/new')`);
    await tab.press('Test now');
    await tab.shows('It does not work');
    await checkPage(tab, 'connection');
    await checkNarrow(tab, 'connection');
  });

  it('keeps a stored secret if its field stays empty, and shows it nowhere', async () => {
    await tab.open('/setup/connections');
    await tab.shows('2 entries');
    await tab.enterOn(`document.querySelector('[data-row="0"]')`);
    await tab.until(`document.querySelector('input[placeholder="Empty: the stored value stays"]')`);
    assert.equal(await tab.evaluate(`[...document.querySelectorAll('input')].some(({ value }) => value === 'hidden')`), false);
    await submit(tab);
    await tab.shows('Saved.');
    await tab.press('Delete');
    await confirm(tab);
    await tab.until(`location.pathname === '/setup/connections'`);
    await tab.shows('1 entry');
  });

  it('creates a resource from a file', async () => {
    const file = join(server.home, 'airports.csv');
    await writeFile(file, 'ZRH;Zurich\n');
    await tab.open('/setup/resources');
    await tab.shows('There is no resource in this environment yet');
    await checkPage(tab, 'resources-none');
    for (const answer of ['1 entry', '409']) {
      await tab.press('New resource');
      await dropFile(tab, file);
      await has(tab, 'Name', 'airports.csv');
      await submit(tab);
      await tab.shows(answer);
    }
    await checkPage(tab, 'resource-new-refused');
    await tab.key('Escape');
    await tab.press('airports.csv');
    await tab.shows('Replace the content');
    await dropFile(tab, file);
    await tab.until(`document.querySelectorAll('[type=submit]').length === 2`);
    await submit(tab);
    await tab.shows('The content has been replaced.');
    await checkPage(tab, 'resource');
    await checkNarrow(tab, 'resource');
  });

  it('creates a project, and adds users to it', async () => {
    await tab.open('/setup/projects');
    await tab.shows('There is no project yet');
    await checkPage(tab, 'projects-none');
    await tab.press('New project');
    await fill(tab, 'Name', 'Invoices');
    await fill(tab, 'Repository', 'https://git.example.com/invoices.git');
    await fill(tab, 'Owner', 'nobody');
    await submit(tab);
    await tab.until(`document.querySelector('[role=dialog] [role=alert]')`);
    await fill(tab, 'Owner', 'admin');
    await submit(tab);
    await tab.shows('No user may work on this project yet.');
    await tab.until(`document.querySelector('.form .choice')`);
    await tab.enterOn(`[...document.querySelectorAll('[type=submit]')].at(1)`);
    await tab.hides('No user may work on this project yet.');
    await checkPage(tab, 'project');
    await checkNarrow(tab, 'project');
    await tab.open('/setup/projects');
    await tab.shows('1 entry');
    await checkPage(tab, 'projects');
  });

  it('creates an environment with a workspace, changes it, and deletes it', async () => {
    await tab.open('/setup/environments');
    await tab.press('New environment');
    await fill(tab, 'Name', 'Test stage');
    await fill(tab, 'Name of its first', 'Finance');
    await submit(tab);
    await tab.shows('Test stage');
    await tab.press('New environment');
    await fill(tab, 'Name', 'Test stage');
    await fill(tab, 'Name of its first', 'Finance');
    await submit(tab);
    await tab.shows('409');
    await checkPage(tab, 'environment-new-refused');
    await tab.key('Escape');
    await checkPage(tab, 'environments');
    await checkNarrow(tab, 'environments');
    await tab.press('Test stage');
    await tab.until(`location.pathname === '/setup/workspaces'`);
    await tab.shows('Finance');
    await tab.press('New workspace');
    await fill(tab, 'Name', 'Invoices');
    await submit(tab);
    await tab.shows('Invoices');
    await checkPage(tab, 'workspaces');
    await checkNarrow(tab, 'workspaces');
    await tab.press('More actions');
    await tab.press('Delete');
    await tab.shows('This cannot be undone.');
    await checkPage(tab, 'workspace-delete');
    await confirm(tab);
    await tab.shows('1 entry');
  });

  it('is shown in German', async () => {
    await tab.setLanguage('de');
    for (const [path, words] of [
      ['/setup/connections', 'Neue Verbindung'],
      ['/setup/connections/new', 'Parameter hinzufügen'],
      ['/setup/resources', 'Neue Ressource'],
      ['/setup/projects', 'Neues Projekt'],
      ['/setup/environments', 'Neue Umgebung'],
      ['/setup/workspaces', 'Neuer Workspace'],
    ] as const) {
      await tab.open(path);
      await tab.shows(words);
      await checkPage(tab, `${path.slice(1).replaceAll('/', '-')}-de`);
    }
    await tab.setLanguage('en');
  });
});
