// run: own process, waiting, browser, in test:all because it starts a browser
/** A log with more lines than a browser can draw scrolls as a whole. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { REPORTED_AT, standInEngine, type Line } from '../../server/test/support/engine.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { pathOf, press, shows, until } from './support/journey.ts';
import { checkOtherForms, checkPage, savePicture } from './support/page-checks.ts';

/** More lines than the height of an element allows, at 20 pixels each. */
const LINES = 700_000;
const PART = 7000;
const LONG = 65_000;

/** Three errors, and 5,000 lines with the same message. Each line has a time of its own. */
const lineOf = (index: number): Line => ({
  at: REPORTED_AT + index,
  severity: [100_000, 350_000, 699_000].includes(index) ? 'ERROR' : 'INFO',
  type: 'STDOUT',
  message: index >= 500_000 && index < 505_000 ? 'waiting for the lock' : `line ${index}`,
});

const server = await startConsoleServer();

describe('a long log in the console', { skip: skipsBrowserTests, timeout: 300_000 }, () => {
  let page: Page;
  let id = '';
  const { call, make } = server;
  let task: Awaited<ReturnType<typeof make.task>>;
  let engine: Awaited<ReturnType<typeof standInEngine>>;

  before(async () => {
    task = await make.task();
    const person = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: ['VIEW'] } });
    engine = await standInEngine(server, task.environment);
    id = (await call('POST /processing/executions', { body: { executable: task.id } })).body.executionId;
    const lease = await engine.claimOne();
    await engine.start(lease, Date.now());
    for (let first = 0; first < LINES; first += PART)
      await engine.log(
        lease,
        Array.from({ length: PART }, (_, index) => lineOf(first + index)),
        first,
      );
    await engine.log(lease, [`long ${'x'.repeat(LONG)}`], LINES);
    await engine.finish(lease, { finishedAt: Date.now() });
    page = await openConsole(server, person, `/runs/${id}`);
  });
  after(closeBrowser);

  const numbers = (): Promise<number[]> =>
    page.evaluate(`[...document.querySelectorAll('[data-line] > a')].map((node) => Number(node.innerText))`);
  const FIRST_SEEN = `Number(document.querySelector('[data-line] > a')?.innerText)`;
  const firstSeen = (): Promise<number> => page.evaluate(FIRST_SEEN);
  const showsLine = (line: string): Promise<void> =>
    page
      .locator('[data-line]', { hasText: new RegExp(`${line}$`) })
      .first()
      .waitFor();
  /** Moves the scrollbar to a part (0 to 1) of the log, and waits for the lines that are there. */
  async function scrollTo(part: number): Promise<void> {
    await page.evaluate(
      `(() => { const node = document.querySelector('[data-log]'); node.scrollTop = (node.scrollHeight - node.clientHeight) * ${part} })()`,
    );
    await until(page, `Math.abs(${FIRST_SEEN} - ${LINES * part}) < 100`);
  }

  it('is scrolled to its end and back by keys', async () => {
    await page.locator('[data-count="700001"]').waitFor();
    await shows(page, 'line 0');
    await page.locator('[data-log]').focus();
    await page.keyboard.press('End');
    await shows(page, 'line 699999');
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await showsLine('line 0');
    assert.equal(await firstSeen(), 1);
  });

  it('scrolls by a few lines with a turn of the wheel, also in its middle', async () => {
    await page.goto(`/runs/${id}?line=350000`);
    await shows(page, 'line 350000');
    const before = await firstSeen();
    await page.locator('[data-log]').hover({ position: { x: 50, y: 50 } });
    await page.mouse.wheel(0, 60);
    await until(page, `${FIRST_SEEN} === ${before + 3}`);
    await page.mouse.wheel(0, -120);
    await until(page, `${FIRST_SEEN} === ${before - 3}`);
    await savePicture(page, 'log-long');
  });

  it('has a scrollbar that reaches all of its lines', async () => {
    await scrollTo(1 / 4);
    await shows(page, 'line 175');
  });

  it('finds a line near its end by a search', async () => {
    await page.locator('[role=search] input').focus();
    await page.keyboard.type('line 654321');
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]line=654321/);
    await page.locator('[data-marked] mark', { hasText: /^line 654321$/ }).waitFor();
  });

  it('has only few lines in the page, however many were read', async () => {
    for (let line = 0; line < LINES; line += 50_000) await scrollTo(line / LINES);
    assert.ok((await page.locator('[data-line]').count()) < 100);
  });

  it('lists the lines with chosen severities; their numbers link to the whole log', async () => {
    await page.goto(`/runs/${id}`);
    await shows(page, 'line 0');
    await press(page, 'ERROR 3');
    await shows(page, '3 lines match');
    await page.waitForURL(/[?&]severity=ERROR/);
    assert.deepEqual(await numbers(), [100_001, 350_001, 699_001]);
    await checkPage(page, 'log-filtered');
    await checkOtherForms(page, pathOf(page), 'log-filtered', '3 Zeilen passen');
    await page.locator('[data-line] > a').nth(1).click();
    await page.locator('[data-marked]', { hasText: /line 350000/ }).waitFor();
    assert.ok(!pathOf(page).includes('severity'));
  });

  it('lists the lines between two times in the URL', async () => {
    const time = (index: number): string => new Date(REPORTED_AT + index).toISOString();
    await page.goto(`/runs/${id}?from=${time(200_000)}&to=${time(200_149)}`);
    await shows(page, '150 lines match');
    await shows(page, 'line 200000');
    assert.equal((await numbers())[0], 200_001);
    await press(page, 'Show the whole log');
    await showsLine('line 0');
  });

  it('folds equal lines that follow each other, and opens them', async () => {
    await page.goto(`/runs/${id}?from=${new Date(REPORTED_AT + 499_990).toISOString()}&fold=yes`);
    await press(page, 'Read more lines');
    await shows(page, '5,000 times');
    const seen = await numbers();
    assert.equal(seen[seen.indexOf(500_001) + 1], 505_001, 'the line after the fold follows it');
    await checkPage(page, 'log-folded');
    await page.locator('[data-line] button').first().press('Enter');
    await page.locator('[data-line] button[aria-expanded=true]').waitFor();
    const opened = await numbers();
    assert.equal(opened[opened.indexOf(500_001) + 1], 500_002);
    await page.keyboard.press('Enter');
    await page.locator('[data-line] button[aria-expanded=false]').first().waitFor();
  });

  it('shows a line of 64 KiB without making the page wider', async () => {
    await page.goto(`/runs/${id}?line=${LINES}`);
    await shows(page, 'long xxx');
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    assert.equal((await page.locator('[data-marked]').boundingBox())?.height, 20);
  });

  it('of a run that a person watches stays at its end when the run fails; opened again, it is at the last error', async () => {
    const { executionId } = (await call('POST /processing/executions', { body: { executable: task.id } })).body;
    const lease = await engine.claimOne();
    await engine.start(lease, Date.now());
    await engine.log(
      lease,
      Array.from({ length: 300 }, (_, index) => `begun ${index}`),
    );
    await page.goto(`/runs/${executionId}`);
    await showsLine('begun 299');
    const error: Line = { at: Date.now(), severity: 'ERROR', type: 'STDERR', message: 'it broke' };
    await engine.log(lease, [error, ...Array.from({ length: 300 }, (_, index) => `cleaned ${index}`)], 300);
    await engine.finish(lease, { outcome: 'EXECUTION_FAILED', exitCode: 1, errorType: 'EXIT_CODE', finishedAt: Date.now() });
    await shows(page, 'Why it failed');
    await until(page, `document.querySelector('[data-line="600"]') !== null`);
    assert.ok((await firstSeen()) > 400, 'the end of the log is in view');
    assert.equal(await page.locator('[data-marked]').count(), 0);
    await page.reload();
    await page.locator('[data-marked]', { hasText: /it broke/ }).waitFor();
  });
});
