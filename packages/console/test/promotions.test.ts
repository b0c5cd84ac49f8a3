// run: own process, waiting, browser, in test:all because it starts a browser
/** A person creates a promotion, reads the changes in its analysis, executes it, and reads the report. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { makePlan } from '../../server/test/support/promotions.ts';
import { closeBrowser, skipsBrowserTests, skipsSweep, type Page } from '../../server/test/support/chromium.ts';
import { NARROW, openConsole, startConsoleServer, WIDE } from './support/console-site.ts';
import { confirm, marksEntry, press, setLanguage, shows } from './support/journey.ts';
import { checkPage, savePicture } from './support/page-checks.ts';

const HOSTILE = `<img src=x onerror="window.hurt=1"> \u202Eabc ${'long '.repeat(40)}`.slice(0, 120);

const server = await startConsoleServer();

describe('promotions in the console', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  let page: Page;

  before(async () => {
    const { make } = server;
    const [source, target] = [await make.environment({ name: 'Test' }), await make.environment({ name: 'Production' })];
    const workspace = await make.workspace({ environment: source, name: 'Finance' });
    const load = await make.task({ workspace: workspace.id, name: 'Load airports' });
    const write = await make.task({ workspace: workspace.id, name: 'Write invoices' });
    await make.task({ workspace: workspace.id, name: HOSTILE });
    await makePlan(server, workspace.id, 'Monthly invoices', [{ name: 'first', tasks: [load.id, write.id] }]);
    const targetWorkspace = await make.workspace({ environment: target, name: 'Finance' });
    await make.workspace({ environment: source, name: 'Mine', type: 'personal' });
    const person = await make.user({
      permissions: ['SVC_PIPELINE_MANAGEMENT', 'SVC_PROMOTION_EXECUTION', 'SVC_OPERATOR'],
      rights: { [workspace.id]: ['VIEW', 'EXECUTE', 'AUTHOR', 'PUBLISH', 'MANAGE'], [targetWorkspace.id]: ['VIEW'] },
    });
    page = await openConsole(server, person, `/promotions?environment=${source}`);
  });
  after(closeBrowser);

  it('begin with an empty list that explains promotions', async () => {
    await shows(page, 'There is no promotion yet');
    await checkPage(page, 'promotions-empty');
    await press(page, 'New promotion');
    await page.locator('[role=dialog] form').waitFor();
    await checkPage(page, 'promotion-new');
    await confirm(page);
    await page.waitForURL(/\/promotions\/[0-9a-f-]{36}/);
    await page.locator('main li', { hasText: '(you)' }).waitFor();
    await page.getByRole('button', { name: 'Analyse' }).waitFor();
  });

  it('tell an account that is not assigned before it chooses anything', async () => {
    await page.getByRole('button', { name: /^Remove .*you/ }).click();
    await shows(page, 'You are not among the accounts that may analyse and execute this promotion.');
    await shows(page, 'No account yet.');
    assert.equal(await page.getByRole('button', { name: 'Analyse' }).count(), 0);
    await checkPage(page, 'promotion-not-assigned');
  });

  it('tell a person who may create one what is missing to execute it', async () => {
    const creator = await server.make.user({ permissions: ['SVC_PIPELINE_MANAGEMENT', 'SVC_OPERATOR', 'SVC_ENVIRONMENT_MANAGEMENT'] });
    const other = await openConsole(server, creator, '/promotions');
    await press(other, 'New promotion');
    await shows(other, 'You can create it, but not execute it yet. You need a role with the permission “Run promotions”');
    await checkPage(other, 'promotion-new-not-executed');
    await other.goto(new URL(page.url()).pathname);
    await shows(other, 'You need a role with the permission “Run promotions”, such as Environment Administrator.');
    assert.equal(await other.getByRole('button', { name: 'Analyse' }).count(), 0);
    await other.context().close();
  });

  it('are given to a person whom the server finds by a part of the name', async () => {
    const { id, login } = await server.make.user();
    const other = await openConsole(server, { id: await server.make.administrator() }, new URL(page.url()).pathname);
    await press(other, 'Add a person');
    await shows(other, '(you)');
    await other.keyboard.type(login);
    await shows(other, `${login}@example.com`);
    await other.keyboard.press('Enter');
    await shows(other, `Test User (${login}@example.com)`);
    await press(other, 'Remove Test User');
    await shows(other, 'No account yet.');
    // Users without an email address have a login.
    await server.platform.db.writer.rows(sql`update account set email = '' where id = ${id}`);
    await other.reload();
    await press(other, 'Add a person');
    await shows(other, '(you)');
    await other.keyboard.type(login);
    await shows(other, `Test User (${login})`);
    await other.context().close();
  });

  it('are analysed as a diff', async () => {
    await press(page, 'Add a person');
    await shows(page, '(you)');
    await page.keyboard.press('ArrowDown');
    await marksEntry(page);
    await page.keyboard.press('Enter');
    await page.locator('main li').first().waitFor();
    await press(page, 'Analyse');
    await shows(page, 'Analysis: nothing has been changed');
    await shows(page, 'Load airports');
    await page.waitForURL(/[?&]report=/);
    await shows(page, 'Left out');
    await checkPage(page, 'promotion-analysis');
  });

  it('are executed after a question, with a report; then nothing differs', async () => {
    await press(page, 'Execute');
    await shows(page, 'It changes the environment Production.');
    await confirm(page);
    await shows(page, 'The promotion is executed.');
    await page.getByRole('heading', { level: 2, name: 'Report', exact: true }).waitFor();
    await checkPage(page, 'promotion-report');
    await press(page, 'Analyse');
    await shows(page, 'Analysis: nothing has been changed');
    await page.locator('label.check', { hasText: 'Show unchanged ones too' }).click();
    const unchanged = page.getByRole('row').filter({ has: page.getByText('Load airports', { exact: true }) });
    assert.deepEqual(await unchanged.getByRole('cell').allInnerTexts(), ['= Unchanged', 'Task', 'Load airports', '0.1']);
    await page.goto('/promotions');
    await shows(page, '1 entry');
    await checkPage(page, 'promotions');
  });

  it('are shown in German, and at 360 pixels', { skip: skipsSweep }, async () => {
    await setLanguage(page, 'de');
    await page.goto('/promotions');
    await shows(page, '1 Eintrag');
    await page.locator('[data-row="0"]').press('Enter');
    // When the card of the people appears, it moves the parts below it.
    await page.locator('main li').first().waitFor();
    await press(page, 'Analysieren');
    await shows(page, 'Analyse: nichts wurde geändert');
    await checkPage(page, 'promotion-analysis-de');
    await page.locator('label.check').last().click();
    await shows(page, 'Unverändert');
    await page.setViewportSize(NARROW);
    assert.ok(await page.evaluate(`document.documentElement.scrollWidth <= innerWidth`), 'the page is wider than the window');
    assert.ok(await page.evaluate(`document.documentElement.scrollHeight <= 740`), 'the page scrolls beside its content');
    await savePicture(page, 'promotion-narrow');
    await page.setViewportSize(WIDE);
    await setLanguage(page, 'en');
  });
});
