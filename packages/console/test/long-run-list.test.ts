// run: own process, waiting, in test:all because it starts a browser
/** A list with more runs than the console shows in a page can be read to its end. */
import { after, before, describe, it } from 'node:test';
import { newId } from '../../server/src/core/base/id.ts';
import { json, sql } from '../../server/src/core/database/sql.ts';
import { pastExecution } from '../../server/test/support/past-executions.ts';
import { skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { checkNarrow, checkPage } from './support/journey.ts';

/** More than twice the number of runs that a list shows. */
const RUNS = 10_050;
const HOUR = 3_600_000;

const server = await startConsoleServer();

describe('a long list of runs in the console', { skip: skipsJourneys, timeout: 300_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;

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
    const person = await make.person({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: ['VIEW'] } });
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    await tab.signIn(person, `/runs?environment=${task.environment}`);
  });
  after(() => browser?.stop());

  const toEnd = (): Promise<unknown> =>
    tab.evaluateLater(
      `new Promise((done) => { const list = document.querySelector('.table-scroll'); list.scrollTop = list.scrollHeight; setTimeout(done, 20); })`,
    );
  const readToEnd = async (entries: string, last: string): Promise<void> => {
    const isRead = `document.querySelector('.table-foot').innerText.includes('${entries}') && document.body.innerText.includes('${last}')`;
    while (!(await tab.evaluate(isRead))) await toEnd();
  };

  // The first row of the second list is an hour older than the newest run.
  it('continues after its last run by a link, whose URL contains the position', async () => {
    await tab.shows('Run 0');
    await readToEnd('5,000 entries', 'Run 4998');
    await checkPage(tab, 'runs-long');
    await tab.press('Older runs');
    await tab.shows('The list begins at older runs.');
    await tab.until(`document.querySelector('[data-row="0"]')?.innerText === 'Run 4999'`, 'the run after the last one');
    await checkNarrow(tab, 'runs-long');
    await readToEnd('5,000 entries', 'Run 9998');
    await tab.press('Older runs');
    await tab.until(`document.querySelector('[data-row="0"]')?.innerText === 'Run 9999'`);
    await tab.shows('50 entries');
    await tab.press('To the newest runs');
    await tab.until(`document.querySelector('[data-row="0"]')?.innerText === 'Run 0'`);
  });
});
