// run: own process, waiting, browser, in test:all because it starts a browser
/** What a person without any right sees. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { setLanguage, shows } from './support/journey.ts';
import { checkPage, refusalsIn } from './support/page-checks.ts';

const server = await startConsoleServer();
const { make, platform } = server;

/** Pages that show the content of an environment. */
const PAGES = ['/', '/runs', '/tasks', '/plans', '/schedules', '/artifacts', '/setup/connections', '/setup/resources', '/setup/workspaces'];

describe('a person without any right', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  let page: Page;
  let task: Awaited<ReturnType<typeof make.task>>;
  let person: Awaited<ReturnType<typeof make.user>>;

  before(async () => {
    task = await make.task({ name: 'Load airports' });
    person = await make.user();
    page = await openConsole(server, person, '/');
  });

  after(closeBrowser);

  it('reads on each page what it lacks, and who gives it', async () => {
    for (const path of PAGES) {
      await page.goto(path);
      await shows(page, 'You have no right on a workspace yet');
      await shows(page, 'Ask an administrator for a right on a workspace');
    }
    assert.deepEqual(await refusalsIn(page), []);
    await page.goto('/runs');
    await shows(page, 'You have no right on a workspace yet');
    await checkPage(page, 'rights-none');
    await setLanguage(page, 'de');
    await page.goto('/');
    await shows(page, 'Sie haben noch kein Recht auf einen Workspace');
    await setLanguage(page, 'en');
  });

  it('sees the page as soon as it has a right', async () => {
    await page.goto('/tasks');
    await shows(page, 'You have no right on a workspace yet');
    await platform.db.writer.rows(sql`
      insert into workspace_right (workspace_id, account_id, name)
      values (${task.workspace}, ${person.id}, 'VIEW')`);
    await shows(page, 'Load airports');
  });
});
