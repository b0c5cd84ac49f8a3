// run: own process, waiting, browser, in test:all because it starts a browser
/** The frame of the pages: navigation, head, keys, and the format of times. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { closeBrowser, skipsBrowserTests } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { closes, dialog, pathOf, press, shows } from './support/journey.ts';
import { checkPage } from './support/page-checks.ts';

const server = await startConsoleServer();
const { make, platform } = server;

describe('the frame of the console', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  let person: Awaited<ReturnType<typeof make.user>>;

  before(async () => {
    const task = await make.task({ name: 'Load airports' });
    person = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: ['VIEW', 'EXECUTE'] } });
    await platform.db.writer.rows(sql`update environment set name = 'EU Production' where id = ${task.environment}`);
  });
  after(closeBrowser);

  it('opens pages by single keys, lists them, and lets a person switch them off', async () => {
    const page = await openConsole(server, person, '/');
    const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
    await heading('Home');
    await page.keyboard.press('t');
    await heading('Tasks');
    await page.keyboard.press('?');
    await dialog(page).getByText('Calendar').waitFor();
    await checkPage(page, 'keys');
    // An open dialog keeps its keys.
    await page.keyboard.press('r');
    assert.match(pathOf(page), /^\/tasks/);
    await page.keyboard.press('Escape');
    await closes(page);
    await page.getByLabel('Name', { exact: true }).first().focus();
    await page.keyboard.press('r');
    await page.waitForURL(/\/tasks\?.*name=r/);
    await press(page, 'Appearance and account');
    await press(page, 'No single keys');
    await page.keyboard.press('Escape');
    await page.locator('#content').focus();
    await page.keyboard.press('s');
    await page.keyboard.press('Control+k');
    await dialog(page).waitFor();
    assert.match(pathOf(page), /^\/tasks/);
    await page.context().close();
  });

  it('lists all pages in the palette under their heading, also one that an action opens', async () => {
    const page = await openConsole(server, person, '/');
    await page.locator('main h1').waitFor();
    await page.keyboard.press('Control+k');
    const pages = page.getByRole('group', { name: 'Pages', exact: true });
    for (const name of ['Calendar', 'Alert rules', 'Crawlers']) await pages.getByRole('menuitem', { name, exact: true }).waitFor();
    assert.doesNotMatch(await pages.innerText(), /Theme|New task/);
    await page.getByRole('group', { name: 'Actions' }).getByRole('menuitem', { name: 'Calendar of all starts' }).waitFor();
    await page.context().close();
  });

  it('marks an environment of production, and shows the time zone and the number of unread notifications', async () => {
    const page = await openConsole(server, person, '/runs', { timezoneId: 'America/Los_Angeles' });
    await page.locator('header').getByText('Production', { exact: true }).waitFor();
    await press(page, 'Times are shown in America/Los Angeles');
    await press(page, 'In UTC');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Times are shown in UTC' }).waitFor();
    await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
    await platform.db.writer.rows(sql`
      insert into web_notification (id, account_id, body, href, action, resource_type, resource_id)
      values (gen_random_uuid(), ${person.id}, 'A run failed', '/runs', 'task.failed', 'task', gen_random_uuid())`);
    await page.reload();
    await press(page, '1 unread notification');
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await page.context().close();
  });

  it('has ten sections in its rail, which a narrow window shows as icons and a phone behind a button', async () => {
    const page = await openConsole(server, person, '/schedules/calendar');
    const rail = page.getByRole('navigation', { name: 'Pages of the console' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await rail.getByRole('listitem').count(), 11, 'ten sections and the settings');
    assert.equal(await rail.locator('[aria-current=page]').innerText(), 'Schedules');
    assert.equal(await page.getByRole('navigation', { name: 'Pages of Schedules' }).locator('[aria-current=page]').innerText(), 'Calendar');
    await press(page, 'Narrow or wide navigation');
    assert.ok(((await rail.boundingBox())?.width ?? 0) < 60);
    await rail.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('navigation', { name: 'Pages of Settings' }).getByRole('link', { name: 'Rights' }).click();
    await page.getByRole('heading', { name: 'Rights', level: 1 }).waitFor();
    await checkPage(page, 'settings');
    await page.setViewportSize({ width: 390, height: 844 });
    await rail.waitFor({ state: 'hidden' });
    await press(page, 'Menu');
    await rail.getByRole('link', { name: 'Plans' }).click();
    await page.getByRole('heading', { name: 'Plans', level: 1 }).waitFor();
    await rail.waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('shows times in the format of the region of the browser, whatever the language', async () => {
    await platform.db.writer.rows(sql`
      insert into personal_access_token (id, account_id, name, hash, expires_at)
      values (gen_random_uuid(), ${person.id}, 'dated', ${Buffer.alloc(32, 7)}, '2126-03-04T15:06:07Z')`);
    for (const [locale, language, shown] of [
      ['en-US', 'en', 'Mar 4, 2126'],
      ['en-GB', 'en', '4 Mar 2126'],
      ['de-DE', 'en', '4 Mar 2126'],
      ['en-US', 'de', '04.03.2126'],
    ] as const) {
      const page = await openConsole(server, person, '/tokens', { locale, timezoneId: 'UTC' });
      await page.evaluate(`localStorage.setItem('millrace.preferences', JSON.stringify({ language: '${language}' }))`);
      await page.reload();
      await shows(page, shown);
      await page.context().close();
    }
  });
});
