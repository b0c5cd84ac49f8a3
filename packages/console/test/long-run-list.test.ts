// run: own process, waiting, browser, in test:all because it starts a browser
/** A list with more runs than the console shows in a page can be read to its end. */
import { after, before, describe, it } from 'node:test';
import { newId } from '../../server/src/core/base/id.ts';
import { json, sql } from '../../server/src/core/database/sql.ts';
import { pastExecution } from '../../server/test/support/past-executions.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { press, shows, until } from './support/journey.ts';
import { checkNarrow, checkPage } from './support/page-checks.ts';

/** More than twice the number of runs that a list shows. */
const RUNS = 10_050;
const HOUR = 3_600_000;

const server = await startConsoleServer();

describe('a long list of runs in the console', { skip: skipsBrowserTests, timeout: 300_000 }, () => {
  let page: Page;

  before(async () => {
    const { make, platform } = server;
    const task = await make.task({ name: 'Load airports' });
    const ended = Date.now() - HOUR;
    const first = await pastExecution(server, task, { triggeredAt: new Date(ended - HOUR) });
    const copies = Array.from({ length: RUNS - 1 }, (_, index) => ({ id: newId(), finished_at: new Date(ended - index * 1000) }));
    await platform.db.writer.rows(sql`
      insert into task_execution
      select (jsonb_populate_record(x, jsonb_build_object('id', c.id, 'finished_at', c.finished_at, 'task_name', 'Run ' || c.number))).*
      from task_execution x
      cross join json_to_recordset(${json(copies.map((copy, number) => ({ ...copy, number })))}::json)
        as c (id uuid, finished_at timestamptz, number int)
      where x.id = ${first}`);
    const person = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: ['VIEW'] } });
    page = await openConsole(server, person, `/runs?environment=${task.environment}`);
  });
  after(closeBrowser);

  /** Scrolls to the end again and again, because the list reads its next part there. */
  async function readToEnd(entries: string, last: string): Promise<void> {
    const isRead = `(() => {
      const list = document.querySelector('.table-scroll');
      list.scrollTop = list.scrollHeight;
      return document.querySelector('.table-foot').innerText.includes('${entries}') && list.innerText.includes('${last}');
    })()`;
    // The list is read in fifty parts, so only the time limit of the whole test holds.
    await until(page, isRead, { timeout: 0 });
  }

  // The first row of the second list is an hour older than the newest run.
  it('continues after its last run by a link, whose URL contains the position', async () => {
    await shows(page, 'Run 0');
    await readToEnd('5,000 entries', 'Run 4998');
    await checkPage(page, 'runs-long');
    await press(page, 'Older runs');
    await shows(page, 'The list begins at older runs.');
    await page.locator('[data-row="0"]', { hasText: /^Run 4999$/ }).waitFor();
    await checkNarrow(page, 'runs-long');
    await readToEnd('5,000 entries', 'Run 9998');
    await press(page, 'Older runs');
    await page.locator('[data-row="0"]', { hasText: /^Run 9999$/ }).waitFor();
    await shows(page, '50 entries');
    await press(page, 'To the newest runs');
    await page.locator('[data-row="0"]', { hasText: /^Run 0$/ }).waitFor();
  });
});
