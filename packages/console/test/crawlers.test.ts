// run: own process, waiting, in test:all because it starts a browser
/** A person with an empty catalogue creates a connection, lists its tables, creates a crawler, watches its run, and ends another run. */
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from '../../server/src/core/database/sql.ts';
import {
  crawlScene,
  listedTable,
  observed,
  samples,
  tables,
  unreadable,
} from '../../server/src/features/catalog/crawlers/crawl-scene.fixture.ts';
import { skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { checkNarrow, checkOtherForms, checkPage, choose, fill, HOSTILE_NAME, pressInDialog, submit } from './support/journey.ts';

const server = await startConsoleServer();
const HOSTILE_TABLE = `public.${HOSTILE_NAME}${'long '.repeat(80)}`.slice(0, 500);

describe('crawlers in the console', { skip: skipsJourneys, timeout: 400_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;
  let scene: Awaited<ReturnType<typeof crawlScene>>;
  let environment = '';

  before(async () => {
    scene = await crawlScene(server);
    ({ environment } = scene.workspace);
    const { id } = scene.workspace;
    const person = await server.make.person({
      permissions: ['SVC_OPERATOR', 'SVC_CONNECTION_RESOURCE_EDIT'],
      rights: { [id]: ['VIEW', 'EXECUTE', 'AUTHOR'] },
    });
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    await tab.signIn(person, `/catalogue/datasets?environment=${environment}`);
  });
  after(() => browser?.stop());

  /** Claims the run that was requested in the browser. */
  async function claimed(): ReturnType<typeof scene.claim> {
    const { reader } = server.platform.db;
    while ((await reader.rows(sql`select execution_id from live_execution`)).length === 0) await wait(25);
    return scene.claim();
  }

  it('an empty catalogue leads to a connection; a refused form keeps the typed values', async () => {
    await tab.shows('The catalogue is empty');
    await checkPage(tab, 'catalogue-empty');
    await checkOtherForms(tab, `/catalogue/datasets?environment=${environment}`, 'catalogue-empty', 'Der Katalog ist leer');
    await tab.open('/catalogue/crawlers');
    await tab.shows('A crawler needs a connection of the catalogue');
    await checkPage(tab, 'crawlers-empty');
    await tab.press('New connection');
    await tab.shows('A connection of a workspace');
    await fill(tab, 'Name', 'Warehouse');
    await fill(tab, 'JDBC URL', 'jdbc:nonsense');
    await fill(tab, 'User', 'loader');
    await fill(tab, 'Password', 'a secret');
    await submit(tab);
    await tab.shows('Request ');
    await checkPage(tab, 'catalogue-connection-new');
    await checkNarrow(tab, 'catalogue-connection-new');
    await fill(tab, 'JDBC URL', 'jdbc:postgresql://warehouse.example.com:5432/finance');
    await submit(tab);
    await tab.until(`/catalogue.connections.[0-9a-f-]{36}/.test(location.pathname)`);
    await tab.shows('This connection has no crawler.');
    await tab.shows('No scan yet.');
  });

  it('lists the tables of the connection, after a scan that fails', async () => {
    await tab.press('Scan now');
    const first = await claimed();
    await tab.shows('The scan lists the tables.');
    await first.finish({ outcome: 'EXECUTION_FAILED', errorMessage: 'no route to host' });
    await tab.shows('no route to host');
    await checkPage(tab, 'catalogue-scan-failed');
    await tab.press('Scan now');
    const second = await claimed();
    await second.portions(tables('public.customers', 'public.orders', listedTable(HOSTILE_TABLE, { kind: 'VIEW' })), observed());
    await second.finish();
    await tab.shows('public.orders');
    await checkPage(tab, 'catalogue-connection');
    await checkOtherForms(tab, await tab.path(), 'catalogue-connection', 'Diese Verbindung hat keinen Crawler.');
  });

  it('makes a crawler of chosen tables', async () => {
    await tab.until(`document.querySelector('h1')`);
    await tab.press('New crawler');
    await tab.until(`location.pathname.endsWith('/crawlers/new')`);
    await choose(tab, 'Tables that it crawls', 'Only those');
    await tab.shows('public.customers');
    await submit(tab);
    await tab.shows('Choose at least one table, or all.');
    await tab.evaluate(`[...document.querySelectorAll('.table-choice input')].forEach((node) => node.click())`);
    await checkPage(tab, 'crawler-new');
    await checkNarrow(tab, 'crawler-new');
    await submit(tab);
    await tab.until(`/catalogue.crawlers.[0-9a-f-]{36}/.test(location.pathname)`);
    await tab.shows('3 tables and views');
    await tab.shows('Has not run');
  });

  it('watches a run: the listing, the writing, and the tables that failed', async () => {
    await tab.press('Run now');
    const crawl = await claimed();
    await tab.shows('Lists the tables');
    await crawl.portions(tables('public.customers', 'public.orders', listedTable(HOSTILE_TABLE, { kind: 'VIEW' })));
    await crawl.portions(unreadable('public.orders'), observed());
    await tab.shows('Writes the datasets');
    await tab.until(`document.querySelector('progress').value > 0.3 && document.querySelector('progress').value < 0.4`);
    await checkPage(tab, 'crawler-runs');
    await crawl.portions(samples('public.customers', HOSTILE_TABLE));
    await tab.until(`document.querySelector('progress').value === 1`);
    await crawl.finish();
    await tab.shows('Finished with errors');
    await tab.shows('permission denied for table public.orders');
    await tab.until(`document.querySelectorAll('.crawl-tables a').length === 2`, 'links to the datasets');
    await checkPage(tab, 'crawler');
    await checkOtherForms(tab, await tab.path(), 'crawler', 'Fertig mit Fehlern');
  });

  it('leads to the log of the run and to a dataset', async () => {
    const path = await tab.path();
    await tab.evaluate(`document.querySelector('.crawl-facts a').click()`);
    await tab.until(`location.pathname.startsWith('/runs/')`);
    await tab.until(`document.querySelector('h1')`);
    await tab.open(path);
    await tab.press('public.customers');
    await tab.until(`location.pathname.startsWith('/catalogue/datasets/')`);
    await tab.shows('mail');
    await tab.open(path);
  });

  it('ends a run, changes the crawler and deletes it', async () => {
    await tab.press('Run now');
    const crawl = await claimed();
    await tab.press('End the crawl');
    await tab.shows('The crawl ends.');
    await crawl.finish({ outcome: 'EXECUTION_TERMINATED' });
    await tab.shows('Run now');
    await tab.press('Change');
    await fill(tab, 'Name', HOSTILE_NAME);
    await checkPage(tab, 'crawler-change');
    await pressInDialog(tab, 'Save');
    await tab.until(`document.querySelector('h1').innerText.includes('<img')`);
    await tab.open('/catalogue/crawlers');
    await tab.shows('1 entry');
    await checkPage(tab, 'crawlers');
    await checkOtherForms(tab, '/catalogue/crawlers', 'crawlers', '1 Eintrag');
    await tab.evaluate(`document.querySelector('[data-row="0"]').click()`);
    await tab.press('Delete');
    await pressInDialog(tab, 'Delete');
    await tab.shows('There is no crawler yet');
  });

  it('a connection with datasets stays in the catalogue; the refusal names them', async () => {
    await tab.open('/catalogue/connections');
    await tab.shows('1 entry');
    await checkPage(tab, 'catalogue-connections');
    await tab.evaluate(`document.querySelector('[data-row="0"]').click()`);
    await tab.press('Remove from the catalogue');
    await pressInDialog(tab, 'Remove from the catalogue');
    await tab.shows('409');
    await checkPage(tab, 'catalogue-connection-refused');
    await pressInDialog(tab, 'Cancel');
    await tab.press('Change');
    await fill(tab, 'Tags', 'finance');
    await pressInDialog(tab, 'Save');
    await tab.shows('finance');
  });
});
