// run: own process, waiting, browser, in test:all because it starts a browser
/** A person selects rows by mouse and by keyboard, acts on several of them, and chooses columns. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { closes, counts, dialog, fill, hides, press, pressInDialog, shows, submit, until } from './support/journey.ts';
import { makeRuns } from './support/many-runs.ts';
import { checkPage } from './support/page-checks.ts';

const server = await startConsoleServer();

describe('actions on many rows in the console', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  let page: Page;
  let environment = '';

  before(async () => {
    const { call, make } = server;
    const task = await make.task({ name: 'Load airports' });
    ({ environment } = task);
    const paused = await make.task({ workspace: task.workspace, name: 'Paused task' });
    const pause = { path: { taskId: paused.id }, body: { pause: true } } as const;
    await call('PUT /orchestration/executables/tasks/{taskId}/pause', pause);
    const ended = Date.now() - 3_600_000;
    await makeRuns(server, paused, { count: 1, ended, name: 'Of a paused task' });
    await makeRuns(server, task, { count: 8, ended: ended - 10_000 });
    const person = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: ['VIEW', 'EXECUTE'] } });
    page = await openConsole(server, person, `/runs?environment=${environment}`);
    await shows(page, '9 entries');
  });
  after(closeBrowser);

  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });

  it('are chosen by a range of rows, and by keys', async () => {
    await box('Run 1').click();
    await shows(page, '1 selected');
    await box('Run 4').click({ modifiers: ['Shift'] });
    await shows(page, '4 selected');
    await counts(page, 'tr[aria-selected=true]', 4);
    await checkPage(page, 'runs-selected');
    await page.locator('[data-row="0"]').focus();
    await page.keyboard.press('Space');
    await shows(page, '5 selected');
    await page.keyboard.press('Shift+ArrowDown');
    await shows(page, '6 selected');
    await page.locator('[data-row="1"]:focus').waitFor();
    await page.keyboard.press('Escape');
    await hides(page, '6 selected');
    await counts(page, 'tr[aria-selected=true]', 0);
    await page.getByRole('checkbox', { name: 'Select all 9 entries shown' }).click();
    await shows(page, '9 selected');
    await press(page, 'Select none');
    await hides(page, '9 selected');
  });

  it('ask once, and say which of them were refused', async () => {
    for (const name of ['Of a paused task 0', 'Run 0', 'Run 1']) await box(name).click();
    await shows(page, '3 selected');
    assert.equal(await page.getByRole('button', { name: 'Stop', exact: true }).isDisabled(), true, 'ended runs cannot be stopped');
    await press(page, 'Run again');
    await shows(page, 'Start 3 runs again?');
    await checkPage(page, 'runs-again');
    await pressInDialog(page, 'Run again');
    await shows(page, '1 was refused');
    await shows(page, 'Of a paused task 0');
    await shows(page, '3 of 3');
    await checkPage(page, 'runs-refused');
    await page.getByRole('dialog').getByRole('button').last().click();
    await closes(page);
    await hides(page, '3 selected');
    await shows(page, '11 entries');
  });

  it('stop runs that have not ended, and leave out the others', async () => {
    await page.getByRole('checkbox', { name: 'Select all 11 entries shown' }).click();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await shows(page, 'Stop 2 runs?');
    await shows(page, '9 selected entries do not fit, and are left out.');
    await pressInDialog(page, 'Stop');
    await shows(page, 'Stop: 2 done.');
    await until(page, `[...document.querySelectorAll('tbody tr')].every((row) => !row.innerText.includes('Waiting'))`);
  });

  it('show the columns that the person has chosen, in this browser', async () => {
    await page.getByRole('columnheader', { name: 'Engine' }).waitFor();
    await press(page, 'Columns');
    await page.getByRole('menuitemcheckbox', { name: 'Engine' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Tags' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Tags' }).waitFor();
    await page.reload();
    await page.getByRole('columnheader', { name: 'Tags' }).waitFor();
    assert.equal(await page.getByRole('columnheader', { name: 'Engine' }).count(), 0);
  });

  it('gives the rows of the filters as a file, with the columns that are shown', async () => {
    await page.goto('/runs?name=Run&status=EXECUTION_SUCCESS');
    await shows(page, '8 entries');
    const download = page.waitForEvent('download');
    await press(page, 'CSV');
    const file = join(server.home, 'runs.csv');
    await (await download).saveAs(file);
    await shows(page, '8 entries are in the file.');
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
    assert.equal(lines[0], '\uFEFF"State","Name","Started","Duration","Reason","Started by","Tags"');
    assert.match(lines[1] ?? '', /^"Succeeded","Run 0","\d{4}-.*Z",,,"Schedule",""$/);
    assert.equal(lines.length, 9);
  });

  it('saves a view by a name, whose link shows it to another person', async () => {
    await press(page, 'Views');
    await press(page, 'Save filters and columns as a view');
    await fill(page, 'Name', 'Given up');
    await pressInDialog(page, 'Cancel');
    await press(page, 'Views');
    await press(page, 'Save filters and columns as a view');
    assert.equal(await dialog(page).getByLabel('Name').inputValue(), '');
    await fill(page, 'Name', 'Good <b>runs</b>');
    await checkPage(page, 'runs-view');
    await submit(page);
    await closes(page);
    await page.goto('/runs');
    await shows(page, '11 entries');
    await press(page, 'Columns');
    await page.getByRole('menuitemcheckbox', { name: 'Tags' }).click();
    await page.keyboard.press('Escape');
    await hides(page, 'Tags');
    await press(page, 'Views');
    await page.getByRole('menuitem', { name: 'Good <b>runs</b>' }).click();
    await page.waitForURL(/[?&]name=Run&status=EXECUTION_SUCCESS&environment=/);
    await shows(page, '8 entries');
    await page.getByRole('columnheader', { name: 'Tags' }).waitFor();
    await press(page, 'Views');
    await press(page, 'Remove views');
    await press(page, 'Remove Good');
    await closes(page);
    await press(page, 'Views');
    await shows(page, 'Copy the link to these filters');
    assert.equal(await page.getByRole('menuitem').count(), 2);
  });

  it('shows the link of a view where the browser offers no clipboard', async () => {
    await page.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    const link = new Promise<string>((resolve) => {
      page.once('dialog', (shown) => {
        resolve(shown.defaultValue());
        void shown.dismiss();
      });
    });
    await press(page, 'Copy the link to these filters');
    assert.equal(await link, page.url());
  });
});
