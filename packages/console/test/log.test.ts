// run: own process, waiting, in test:all because it starts a browser
/** A log with more lines than a browser can draw scrolls as a whole. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { REPORTED_AT, standInEngine, type Line } from '../../server/test/support/engine.ts';
import { savePicture, skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { checkNarrow, checkPage, choose } from './support/journey.ts';

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

describe('a long log in the console', { skip: skipsJourneys, timeout: 300_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;
  let id = '';

  before(async () => {
    const { call, make } = server;
    const task = await make.task();
    const person = await make.person({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: ['VIEW'] } });
    const engine = await standInEngine(server, task.environment);
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
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    await tab.signIn(person, `/runs/${id}`);
  });
  after(() => browser?.stop());

  const numbers = (): Promise<number[]> =>
    tab.evaluate(`[...document.querySelectorAll('.log-number')].map((node) => Number(node.innerText))`);
  const firstSeen = (): Promise<number> => tab.evaluate(`Number(document.querySelector('.log-line .log-number').innerText)`);
  const wheel = async (deltaY: number): Promise<void> => {
    const point = await tab.evaluate<{ x: number; y: number }>(
      `(() => { const node = document.querySelector('.log-scroll'); node.scrollIntoView(); const { x, y } = node.getBoundingClientRect(); return { x: x + 50, y: y + 50 } })()`,
    );
    await tab.send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...point, deltaX: 0, deltaY });
  };

  it('is scrolled to its end and back by keys', async () => {
    await tab.shows('700,001 lines');
    await tab.shows('line 0');
    await tab.evaluate(`document.querySelector('.log-scroll').focus()`);
    await tab.key('End');
    await tab.shows('line 699999');
    await tab.key('PageUp');
    await tab.key('ArrowUp');
    await tab.key('Home');
    await tab.shows('line 0\n');
    assert.equal(await firstSeen(), 1);
  });

  it('scrolls by a few lines with a turn of the wheel, also in its middle', async () => {
    await tab.open(`/runs/${id}?line=350000`);
    await tab.shows('line 350000');
    const before = await firstSeen();
    await wheel(60);
    await tab.until(`Number(document.querySelector('.log-line .log-number').innerText) === ${before + 3}`);
    await wheel(-120);
    await tab.until(`Number(document.querySelector('.log-line .log-number').innerText) === ${before - 3}`);
    await savePicture(tab, 'log-long');
  });

  it('has a scrollbar that reaches all of its lines', async () => {
    await tab.evaluate(
      `(() => { const node = document.querySelector('.log-scroll'); node.scrollTop = (node.scrollHeight - node.clientHeight) / 4 })()`,
    );
    await tab.until(`Math.abs(Number(document.querySelector('.log-line .log-number').innerText) - 175_000) < 100`);
    await tab.shows('line 175');
  });

  it('finds a line near its end by a search', async () => {
    await tab.evaluate(`document.querySelector('.log input').focus()`);
    await tab.type('line 654321');
    await tab.key('Enter');
    await tab.until(`location.search.includes('line=654321')`);
    await tab.until(`document.querySelector('.log-line.marked mark')?.innerText === 'line 654321'`);
  });

  it('has only few lines in the page, however many were read', async () => {
    for (let line = 0; line < LINES; line += 50_000) {
      await tab.evaluate(
        `(() => { const node = document.querySelector('.log-scroll'); node.scrollTop = node.scrollHeight * ${line / LINES} })()`,
      );
      await wait(30);
    }
    assert.ok((await tab.evaluate<number>(`document.querySelectorAll('.log-line').length`)) < 100);
  });

  it('lists the lines with at least a severity; their numbers link to the whole log', async () => {
    await tab.open(`/runs/${id}`);
    await tab.shows('line 0');
    await tab.press('Filters');
    await choose(tab, 'Severity at least', 'Error');
    await tab.shows('3 lines match');
    await tab.until(`location.search.includes('severity=ERROR')`);
    assert.deepEqual(await numbers(), [100_001, 350_001, 699_001]);
    await checkPage(tab, 'log-filtered');
    await checkNarrow(tab, 'log-filtered');
    await tab.evaluate(`document.querySelectorAll('.log-number')[1].click()`);
    await tab.until(`document.querySelector('.log-line.marked')?.innerText.includes('line 350000')`);
    assert.ok(!(await tab.path()).includes('severity'));
  });

  it('lists the lines between two times in the URL', async () => {
    const time = (index: number): string => new Date(REPORTED_AT + index).toISOString();
    await tab.open(`/runs/${id}?from=${time(200_000)}&to=${time(200_149)}`);
    await tab.shows('150 lines match');
    await tab.shows('line 200000');
    assert.equal((await numbers())[0], 200_001);
    await tab.press('Whole log');
    await tab.shows('line 0\n');
  });

  it('folds equal lines that follow each other, and opens them', async () => {
    await tab.open(`/runs/${id}?from=${new Date(REPORTED_AT + 499_990).toISOString()}&fold=yes`);
    await tab.press('Read more lines');
    await tab.shows('5,000 times');
    const seen = await numbers();
    assert.equal(seen[seen.indexOf(500_001) + 1], 505_001, 'the line after the fold follows it');
    await checkPage(tab, 'log-folded');
    await tab.enterOn(`document.querySelector('.log-fold')`);
    await tab.until(`document.querySelector('.log-fold[aria-expanded=true]')`);
    const opened = await numbers();
    assert.equal(opened[opened.indexOf(500_001) + 1], 500_002);
    await tab.key('Enter');
    await tab.until(`document.querySelector('.log-fold[aria-expanded=false]')`);
  });

  it('is shown in German, with its filters', async () => {
    await tab.setLanguage('de');
    await tab.open(`/runs/${id}?severity=ERROR`);
    await tab.shows('3 Zeilen passen');
    await checkPage(tab, 'log-filtered-de');
    await tab.setLanguage('en');
  });

  it('shows a line of 64 KiB without making the page wider', async () => {
    await tab.open(`/runs/${id}?line=${LINES}`);
    await tab.shows('long xxx');
    assert.ok(await tab.evaluate('document.documentElement.scrollWidth <= window.innerWidth'));
    assert.equal(await tab.evaluate(`document.querySelector('.log-line.marked').getBoundingClientRect().height`), 20);
  });
});
