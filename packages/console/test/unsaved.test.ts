// run: own process, waiting, browser, in test:all because it starts a browser
/** Nothing that a person has entered is lost: links, the history, the environment, a reload and the end of a dialog ask first. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { choose, closes, dialog, fill, has, hides, pathOf, press, pressInDialog, shows, submit } from './support/journey.ts';
import { checkPage } from './support/page-checks.ts';

const server = await startConsoleServer();

describe('a form with changes that are not saved', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  let page: Page;
  let taskId = '';
  let environment = '';
  /** The name of another environment. */
  let other = '';

  before(async () => {
    const { make } = server;
    const workspace = await make.workspace({ name: 'Sales' });
    ({ id: taskId } = await make.task({ workspace: workspace.id, name: 'Load airports' }));
    const elsewhere = await make.workspace();
    ({ environment } = workspace);
    const { body } = await server.call('GET /orchestration/environments', { query: { query: `id==${elsewhere.environment}` } });
    other = body[0].name;
    const person = await make.user({
      permissions: ['SVC_OPERATOR', 'SVC_ENVIRONMENT_MANAGEMENT'],
      rights: { [workspace.id]: ['AUTHOR', 'EXECUTE'], [elsewhere.id]: ['VIEW'] },
    });
    page = await openConsole(server, person, `/tasks/${taskId}?environment=${environment}`);
  });
  after(closeBrowser);

  const menu = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click();

  it('is left without a question while nothing is entered', async () => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.waitForURL(/\/edit/);
    await has(page, 'Name', 'Load airports');
    await menu('Runs');
    await page.waitForURL(({ pathname }) => pathname === '/runs');
    await page.goBack();
    await page.waitForURL(/\/edit/);
  });

  it('asks when a link of the menu would lose a typed text, and keeps it', async () => {
    await fill(page, 'Description', 'From the field offices');
    await menu('Runs');
    await shows(page, 'Leave without saving?');
    await checkPage(page, 'unsaved');
    await pressInDialog(page, 'Keep editing');
    await closes(page);
    await has(page, 'Name', 'Load airports');
    assert.equal(await page.getByLabel('Description', { exact: true }).inputValue(), 'From the field offices');
    assert.match(pathOf(page), /\/edit/);
  });

  it('asks before the history and another environment, too', async () => {
    await page.goBack();
    await shows(page, 'Leave without saving?');
    await pressInDialog(page, 'Keep editing');
    await closes(page);
    assert.match(pathOf(page), /\/edit/);
    await page.getByRole('button', { name: /Environment/ }).click();
    await page.getByRole('option', { name: other }).click();
    await shows(page, 'Leave without saving?');
    await pressInDialog(page, 'Keep editing');
    await closes(page);
    assert.ok(pathOf(page).includes(`environment=${environment}`));
    assert.equal(await page.getByLabel('Description', { exact: true }).inputValue(), 'From the field offices');
  });

  it('asks before a reload', async () => {
    const asked = page.waitForEvent('dialog');
    const reload = page.reload().catch(() => undefined);
    const question = await asked;
    assert.equal(question.type(), 'beforeunload');
    await question.dismiss();
    await reload;
    assert.equal(await page.getByLabel('Description', { exact: true }).inputValue(), 'From the field offices');
  });

  it('does not ask after it is saved', async () => {
    await submit(page);
    await shows(page, 'Saved.');
    await menu('Runs');
    await page.waitForURL(({ pathname }) => pathname === '/runs');
  });

  it('asks after a choice from a list, and goes on if the person says so', async () => {
    await page.goto(`/tasks/${taskId}/edit`);
    await choose(page, 'Log level', 'Warnings');
    await menu('Plans');
    await shows(page, 'Leave without saving?');
    await pressInDialog(page, 'Discard changes');
    await page.waitForURL(({ pathname }) => pathname === '/plans');
  });

  it('opens the page of what it has created without a question', async () => {
    await page.goto('/setup/connections/new');
    await fill(page, 'Name', 'Warehouse');
    await submit(page);
    await page.waitForURL(/\/setup\/connections\/[0-9a-f-]{36}/);
    await hides(page, 'Leave without saving?');
  });

  it('asks before Escape closes a dialog with a typed text; its button Cancel closes it at once', async () => {
    await page.goto('/setup/environments');
    await press(page, 'New environment');
    await page.keyboard.press('Escape');
    await closes(page);
    await press(page, 'New environment');
    await fill(page, 'Name', 'Test stage');
    await page.keyboard.press('Escape');
    await shows(page, 'Leave without saving?');
    await pressInDialog(page, 'Keep editing');
    await hides(page, 'Leave without saving?');
    await has(page, 'Name', 'Test stage');
    await page.keyboard.press('Escape');
    await pressInDialog(page, 'Discard changes');
    await closes(page);
    await press(page, 'New environment');
    await has(page, 'Name', '');
    await fill(page, 'Name', 'Test stage');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await closes(page);
  });
});
