// run: own process, waiting, browser, in test:all because it starts a browser
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
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { HOSTILE_NAME, choose, counts, fill, pathOf, press, pressInDialog, shows, showsRefusal, submit } from './support/journey.ts';
import { checkNarrow, checkOtherForms, checkPage } from './support/page-checks.ts';

const server = await startConsoleServer();
const HOSTILE_TABLE = `public.${HOSTILE_NAME}${'long '.repeat(80)}`.slice(0, 500);

describe('crawlers in the console', { skip: skipsBrowserTests, timeout: 400_000 }, () => {
  let page: Page;
  let scene: Awaited<ReturnType<typeof crawlScene>>;
  let environment = '';

  before(async () => {
    scene = await crawlScene(server);
    ({ environment } = scene.workspace);
    const { id } = scene.workspace;
    const person = await server.make.user({
      permissions: ['SVC_OPERATOR', 'SVC_CONNECTION_RESOURCE_EDIT'],
      rights: { [id]: ['VIEW', 'EXECUTE', 'AUTHOR'] },
    });
    page = await openConsole(server, person, `/catalogue/datasets?environment=${environment}`);
  });
  after(closeBrowser);

  /** Claims the run that was requested in the browser. */
  async function claimed(): ReturnType<typeof scene.claim> {
    const { reader } = server.platform.db;
    while ((await reader.rows(sql`select execution_id from live_execution`)).length === 0) await wait(25);
    return scene.claim();
  }

  it('an empty catalogue leads to a connection; a refused form keeps the typed values', async () => {
    await shows(page, 'The catalogue is empty');
    await checkPage(page, 'catalogue-empty');
    await checkOtherForms(page, `/catalogue/datasets?environment=${environment}`, 'catalogue-empty', 'Der Katalog ist leer');
    await page.goto('/catalogue/crawlers');
    await shows(page, 'A crawler needs a connection of the catalogue');
    await checkPage(page, 'crawlers-empty');
    await press(page, 'New connection');
    await shows(page, 'A connection of a workspace');
    await fill(page, 'Name', 'Warehouse');
    await fill(page, 'JDBC URL', 'jdbc:nonsense');
    await fill(page, 'User', 'loader');
    await fill(page, 'Password', 'a secret');
    await submit(page);
    await shows(page, 'Copy details');
    await checkPage(page, 'catalogue-connection-new');
    await checkNarrow(page, 'catalogue-connection-new');
    await fill(page, 'JDBC URL', 'jdbc:postgresql://warehouse.example.com:5432/finance');
    await submit(page);
    await page.waitForURL(/\/catalogue\/connections\/[0-9a-f-]{36}/);
    await shows(page, 'This connection has no crawler.');
    await shows(page, 'No scan yet.');
  });

  it('lists the tables of the connection, after a scan that fails', async () => {
    await press(page, 'Scan now');
    const first = await claimed();
    await shows(page, 'The scan lists the tables.');
    await first.finish({ outcome: 'EXECUTION_FAILED', errorMessage: 'no route to host' });
    await shows(page, 'no route to host');
    await checkPage(page, 'catalogue-scan-failed');
    await press(page, 'Scan now');
    const second = await claimed();
    await second.portions(tables('public.customers', 'public.orders', listedTable(HOSTILE_TABLE, { kind: 'VIEW' })), observed());
    await second.finish();
    await shows(page, 'public.orders');
    await checkPage(page, 'catalogue-connection');
    await checkOtherForms(page, pathOf(page), 'catalogue-connection', 'Diese Verbindung hat keinen Crawler.');
  });

  it('makes a crawler of chosen tables', async () => {
    await press(page, 'New crawler');
    await page.waitForURL(/\/crawlers\/new/);
    await choose(page, 'Tables that it crawls', 'Only those');
    await shows(page, 'public.customers');
    await submit(page);
    await shows(page, 'Choose at least one table, or all.');
    for (const box of await page.locator('[role=group][tabindex="0"] label').all()) await box.click();
    await checkPage(page, 'crawler-new');
    await checkNarrow(page, 'crawler-new');
    await submit(page);
    await page.waitForURL(/\/catalogue\/crawlers\/[0-9a-f-]{36}/);
    await shows(page, '3 tables and views');
    await shows(page, 'Has not run');
  });

  it('watches a run: the listing, the writing, and the tables that failed', async () => {
    await press(page, 'Run now');
    const crawl = await claimed();
    await shows(page, 'Lists the tables');
    await crawl.portions(tables('public.customers', 'public.orders', listedTable(HOSTILE_TABLE, { kind: 'VIEW' })));
    await crawl.portions(unreadable('public.orders'), observed());
    await shows(page, 'Writes the datasets');
    await page.locator('progress[value^="0.3"]').waitFor();
    await checkPage(page, 'crawler-runs');
    await crawl.portions(samples('public.customers', HOSTILE_TABLE));
    await page.locator('progress[value="1"]').waitFor();
    await crawl.finish();
    await shows(page, 'Finished with errors');
    await shows(page, 'permission denied for table public.orders');
    await counts(page, '[data-table] a', 2);
    await checkPage(page, 'crawler');
    await checkOtherForms(page, pathOf(page), 'crawler', 'Fertig mit Fehlern');
  });

  it('leads to the log of the run and to a dataset', async () => {
    const path = pathOf(page);
    await page.locator('main a[href^="/runs/"]').first().click();
    await page.waitForURL(/\/runs\/./);
    await page.locator('h1').waitFor();
    await page.goto(path);
    await press(page, 'public.customers');
    await page.waitForURL(/\/catalogue\/datasets\/./);
    await shows(page, 'mail');
    await page.goto(path);
  });

  it('ends a run, changes the crawler and deletes it', async () => {
    await press(page, 'Run now');
    const crawl = await claimed();
    await press(page, 'End the crawl');
    await shows(page, 'The crawl ends.');
    await crawl.finish({ outcome: 'EXECUTION_TERMINATED' });
    await shows(page, 'Run now');
    await press(page, 'Change');
    await fill(page, 'Name', HOSTILE_NAME);
    await checkPage(page, 'crawler-change');
    await pressInDialog(page, 'Save');
    await page.locator('h1', { hasText: /<img/ }).waitFor();
    await page.goto('/catalogue/crawlers');
    await shows(page, '1 entry');
    await checkPage(page, 'crawlers');
    await checkOtherForms(page, '/catalogue/crawlers', 'crawlers', '1 Eintrag');
    await page.locator('[data-row="0"]').press('Enter');
    await press(page, 'Delete');
    await pressInDialog(page, 'Delete');
    await shows(page, 'There is no crawler yet');
  });

  it('a connection with datasets stays in the catalogue; the refusal names them', async () => {
    await page.goto('/catalogue/connections');
    await shows(page, '1 entry');
    await checkPage(page, 'catalogue-connections');
    await page.locator('[data-row="0"]').press('Enter');
    await press(page, 'Remove from the catalogue');
    await pressInDialog(page, 'Remove from the catalogue');
    await showsRefusal(page, 409);
    await checkPage(page, 'catalogue-connection-refused');
    await pressInDialog(page, 'Cancel');
    await press(page, 'Change');
    await fill(page, 'Tags', 'finance');
    await pressInDialog(page, 'Save');
    await shows(page, 'finance');
  });
});
