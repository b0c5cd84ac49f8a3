// run: own process, waiting, browser, in test:all because it starts a browser
/** A list keeps its place: while rows arrive, behind a dialog, and on return; the result of other filters begins at its top. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { rowsMovedBy } from '../src/ui/moved-rows.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { closes, field, press, shows, until } from './support/journey.ts';
import { makeRuns } from './support/many-runs.ts';

const HOUR = 3_600_000;
/** More than one page of the list. */
const RUNS = 250;
/** The height of a row, and the rows above the place to which the tests scroll. */
const [ROW, ROWS_ABOVE] = [32, 20];

const server = await startConsoleServer();

const LIST = `document.querySelector('[data-table-part=scroll]')`;
/** The texts of the rows in sight, from the first one below the head. */
const SEEN = `[...${LIST}.querySelectorAll('[data-row]')]
  .filter((link) => link.getBoundingClientRect().top >= ${LIST}.getBoundingClientRect().top + ${ROW})
  .map((link) => link.textContent)`;

describe('the place of a list in the console', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  let page: Page;
  let task: Awaited<ReturnType<typeof server.make.task>>;
  const ended = Date.now() - HOUR;

  before(async () => {
    const { call, make } = server;
    task = await make.task({ name: 'Load airports' });
    await makeRuns(server, task, { count: RUNS, ended });
    for (let group = 0; group < 60; group += 1) await call('POST /account/groups', { body: { name: `Group ${group}` } });
    const person = await make.user({ permissions: ['SVC_OPERATOR', 'AUDIT_LOGS_VIEW'], rights: { [task.workspace]: ['VIEW'] } });
    page = await openConsole(server, person, `/runs?environment=${task.environment}`);
  });
  after(closeBrowser);

  /** Scrolls the list, and returns the text of the first row in sight. */
  async function scroll(): Promise<string> {
    await page.evaluate(`${LIST}.scrollTo({ top: ${ROW * ROWS_ABOVE} })`);
    await until(page, `${LIST}.scrollTop === ${ROW * ROWS_ABOVE} && ${SEEN}.length > 0`);
    return page.evaluate<string>(`${SEEN}[0]`);
  }

  it('stays at the rows that are read while others arrive above them', async () => {
    await shows(page, 'Run 0');
    const read = await scroll();
    await makeRuns(server, task, { count: 3, ended: ended + HOUR / 2, name: 'Newer' });
    await shows(page, '3 new entries above');
    assert.equal(await page.evaluate(`${SEEN}[0]`), read);
    await press(page, '3 new entries above');
    await shows(page, 'Newer 0');
    await until(page, `${LIST}.scrollTop === 0 && !document.body.innerText.includes('entries above')`);
  });

  it('is kept on return to the list', async () => {
    const read = await scroll();
    await page.getByRole('link', { name: read, exact: true }).click();
    await page.waitForURL(/\/runs\/./);
    await page
      .locator('h1', { hasText: 'Load airports' })
      .or(page.locator('h1', { hasText: read }))
      .waitFor();
    await page.goBack();
    await until(page, `${LIST} && ${SEEN}[0] === ${JSON.stringify(read)}`);
  });

  it('begins at the top with another result, without a jump of the page or of the focus while a filter is typed', async () => {
    await scroll();
    const name = field(page, 'Name');
    await name.focus();
    const moved: number[] = [];
    for (const key of 'Run 24') {
      await page.keyboard.type(key);
      // Longer than a filter waits for the next key, so that each of them is a result of its own.
      await page.waitForTimeout(400);
      moved.push(await page.evaluate<number>(`document.querySelector('main').scrollTop + scrollY`));
      assert.equal(await name.evaluate((input) => input.matches(':focus')), true, `the focus is lost after "${key}"`);
    }
    await until(page, `${LIST}.scrollTop === 0 && ${SEEN}[0] === 'Run 24'`);
    assert.equal(await name.inputValue(), 'Run 24');
    assert.deepEqual(
      moved,
      Array.from({ length: 6 }, () => 0),
    );
  });

  it('is kept behind a dialog of an entry', async () => {
    await page.goto('/admin/audit');
    await until(page, `${LIST} && ${SEEN}.length > 10`);
    const read = await scroll();
    await page.locator(`[data-row="${ROWS_ABOVE + 2}"]`).click();
    await page.waitForURL(/[?&]entry=/);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await closes(page);
    assert.equal(await page.evaluate(`${LIST}.scrollTop`), ROW * ROWS_ABOVE);
    assert.equal(await page.evaluate(`${SEEN}[0]`), read);
  });

  it('begins at the top in another order, which the server has', async () => {
    await page.goto('/admin/audit');
    await until(page, `${LIST} && ${SEEN}.length > 10`);
    await scroll();
    await page.getByRole('columnheader', { name: 'Time' }).and(page.locator('[aria-sort=descending]')).waitFor();
    await page.getByRole('button', { name: 'Time', exact: true }).click();
    await page.waitForURL(/[?&]sort=eventTime/);
    await until(page, `${LIST}.scrollTop === 0`);
    const times = `[...${LIST}.querySelectorAll('time')].map((time) => time.dateTime)`;
    await until(page, `${times}.length > 10 && ${times}.every((time, index, all) => index === 0 || all[index - 1] <= time)`);
    await page.getByRole('button', { name: 'Action', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Action' }).and(page.locator('[aria-sort=ascending]')).waitFor();
  });
});

describe('the number of rows by which a list has moved', () => {
  const rows = Array.from({ length: 30 }, (_, index) => `row ${index}`);

  it('is that of the rows that arrived above', () => {
    assert.equal(rowsMovedBy(rows, ['a', 'b', ...rows], 5, 10), 2);
    assert.equal(rowsMovedBy(rows, rows.slice(3), 5, 10), -3);
    assert.equal(rowsMovedBy(rows, rows, 5, 10), 0);
  });
  it('does not follow one row that changes its place, or that is gone', () => {
    assert.equal(rowsMovedBy(rows, [...rows.slice(0, 5), ...rows.slice(6), 'row 5'], 5, 10), -1);
    assert.equal(rowsMovedBy(rows, [...rows.slice(0, 8), ...rows.slice(9), 'row 8'], 5, 10), -1);
    assert.equal(rowsMovedBy(rows, ['other'], 5, 10), 0);
  });
});
