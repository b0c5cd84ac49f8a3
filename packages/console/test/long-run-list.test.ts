// run: own process, waiting, browser, in test:all because it starts a browser
/** A list with more runs than the console shows in a page can be read to its end. */
import { after, before, describe, it } from 'node:test';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { press, shows, until } from './support/journey.ts';
import { makeRuns } from './support/many-runs.ts';
import { checkNarrow, checkPage } from './support/page-checks.ts';

/** More than twice the number of runs that a list shows. */
const RUNS = 10_050;
const HOUR = 3_600_000;

const server = await startConsoleServer();

describe('a long list of runs in the console', { skip: skipsBrowserTests, timeout: 300_000 }, () => {
  let page: Page;

  before(async () => {
    const { make } = server;
    const task = await make.task({ name: 'Load airports' });
    await makeRuns(server, task, { count: RUNS, ended: Date.now() - HOUR });
    const person = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: ['VIEW'] } });
    page = await openConsole(server, person, `/runs?environment=${task.environment}`);
  });
  after(closeBrowser);

  /** Scrolls to the end again and again, because the list reads its next part there. */
  async function readToEnd(entries: string, last: string): Promise<void> {
    const isRead = `(() => {
      const list = document.querySelector('[data-table-part=scroll]');
      list.scrollTop = list.scrollHeight;
      return document.querySelector('[data-table-part=foot]').innerText.includes('${entries}') && list.innerText.includes('${last}');
    })()`;
    // The list is read in fifty parts, so only the time limit of the whole test holds.
    await until(page, isRead, { timeout: 0 });
  }

  it('continues after its last run by a link, whose URL contains the position', async () => {
    await shows(page, 'Run 0');
    await readToEnd('5,000 entries', 'Run 4999');
    await checkPage(page, 'runs-long');
    await press(page, 'Older runs');
    await shows(page, 'The list begins at older runs.');
    await page.locator('[data-row="0"]', { hasText: /^Run 5000$/ }).waitFor();
    await checkNarrow(page, 'runs-long');
    await readToEnd('5,000 entries', 'Run 9999');
    await press(page, 'Older runs');
    await page.locator('[data-row="0"]', { hasText: /^Run 10000$/ }).waitFor();
    await shows(page, '50 entries');
    await press(page, 'To the newest runs');
    await page.locator('[data-row="0"]', { hasText: /^Run 0$/ }).waitFor();
  });
});
