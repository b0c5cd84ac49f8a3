// run: own process, waiting, in test:all because it starts a browser
/** A person searches the catalogue, reads and describes a dataset, and shares it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { OWNER, READER } from '../../server/src/features/catalog/catalog-connections/scene.fixture.ts';
import { crawlScene, observed, tables } from '../../server/src/features/catalog/crawlers/crawl-scene.fixture.ts';
import { savePicture, skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { checkNarrow, checkOtherForms, checkPage, choose, fill, has, HOSTILE_NAME, pressInDialog } from './support/journey.ts';

const server = await startConsoleServer();
const HOSTILE_LABEL = `${HOSTILE_NAME} ${'long '.repeat(50)}`.slice(0, 255);
const NAMESPACE = 'postgres://warehouse.example.com:5432';

describe('datasets in the console', { skip: skipsJourneys, timeout: 400_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;
  let customers = '';
  let person: { id: string; login: string; password: string; token: string };

  before(async () => {
    const scene = await crawlScene(server);
    const { call, make, platform } = server;
    const { id: workspace, environment } = scene.workspace;
    person = await make.person({ permissions: ['SVC_CONNECTION_RESOURCE_EDIT'], rights: { [workspace]: ['VIEW', 'EXECUTE'] } });
    const { crawlerId, connectionId } = await scene.makeCrawler();
    const mails = ['ada@example.com', HOSTILE_NAME, null, ...Array.from({ length: 37 }, (_, number) => `person${number}@example.com`)];
    const rows = mails.map((mail, number) => [String(number), mail]);
    const read = ['public.customers', 'public.orders'].map((technicalName) => ({ technicalName, columns: ['id', 'mail'], rows }));
    await scene.crawl(crawlerId, tables('public.customers', 'public.orders'), observed(), { kind: 'samples', samples: read });
    const found = await scene.datasets(connectionId);
    customers = found.get('public.customers')?.id ?? '';
    const orders = found.get('public.orders')?.id ?? '';
    const hostile = await scene.dataset({
      label: HOSTILE_LABEL,
      tags: ['strange', HOSTILE_NAME],
      columns: [{ path: HOSTILE_LABEL, type: 'TEXT' }],
    });
    for (const id of [customers, hostile]) await scene.share('dataset', id, person.id, OWNER);
    await scene.share('dataset', orders, person.id, READER);
    await platform.db.writer.rows(sql`delete from sharing where entity_id = ${customers} and user_id <> ${person.id}`);
    const colleague = await make.user();
    await platform.db.writer.rows(sql`update account set first_name = 'Grace', last_name = 'Hopper' where id = ${colleague.id}`);
    await call('POST /account/groups', { body: { name: 'Finance', userIds: [person.id] } });
    const definition = { label: 'Domain', mandatory: false, type: 'enum', values: ['finance', 'sales'], defaults: ['sales'] };
    await call('POST /datasets/attributes', { body: definition });
    const task = await make.task({ workspace, name: 'Load customers' });
    await call('POST /processing/executions', { body: { executable: task.id } });
    const lease = await scene.engine.claimOne();
    await scene.engine.finish(lease, {
      inputs: [
        { namespace: NAMESPACE, name: 'finance.public.orders' },
        { namespace: 's3://bucket', name: 'customers.csv' },
      ],
      outputs: [{ namespace: NAMESPACE, name: 'finance.public.customers' }],
    });
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    await tab.signIn(person, `/catalogue/datasets?environment=${environment}`);
  });
  after(() => browser?.stop());

  /** Presses a button at the end of the page, which a notice may cover. */
  async function pressByKey(label: string): Promise<void> {
    const button = `document.querySelector('[aria-label="${label}"]')`;
    await tab.until(button);
    await tab.enterOn(button);
  }

  it('searches by words, certification and favourites; the URL has the filters', async () => {
    await tab.shows('3 entries');
    await checkPage(tab, 'datasets');
    await checkOtherForms(tab, '/catalogue/datasets?sort=trustScore&order=desc', 'datasets', '3 Einträge');
    await tab.open('/catalogue/datasets');
    await fill(tab, 'Search words', 'orders');
    await tab.shows('1 entry');
    await tab.until(`location.search.includes('search=orders')`);
    await choose(tab, 'Certification', 'Certified');
    await tab.shows('No entry matches these filters');
    await tab.press('Clear all filters');
    await tab.shows('3 entries');
  });

  it('asks the server for a certification, also together with a query', async () => {
    const certify = async (certification: string): Promise<void> => {
      const sent = { path: { datasetId: customers }, body: { currentCertification: certification }, token: person.token };
      assert.ok((await server.call('PUT /datasets/{datasetId}/certification', sent)).status < 300);
    };
    await certify('pending');
    const requestedUrls = `performance.getEntriesByType('resource').map(({ name }) => decodeURIComponent(name).replaceAll('+', ' '))`;
    await tab.open('/catalogue/datasets?certification=pending');
    await tab.shows('1 entry');
    await tab.until(`${requestedUrls}.some((url) => url.includes("serviceQlQuery=certification = 'pending'"))`);
    await tab.open(
      `/catalogue/datasets?certification=pending&query=${encodeURIComponent("technicalName = 'public.orders' or label = 'x'")}`,
    );
    await tab.shows('No entry matches these filters');
    await tab.open(`/catalogue/datasets?certification=none&query=${encodeURIComponent("technicalName = 'public.orders' or label = 'x'")}`);
    await tab.shows('1 entry');
    await tab.open(`/catalogue/datasets?certification=none&query=${encodeURIComponent("label = 'x' or wrong.field = 1")}`);
    await tab.until(`document.querySelector('.query-position mark')?.innerText === 'wrong.field'`, 'the marked position');
    await certify('none');
    await tab.open('/catalogue/datasets');
    await tab.shows('3 entries');
  });

  it('completes a query by keyboard: fields, operators and values', async () => {
    await fill(tab, 'Query', 'tec');
    await tab.until(`[...document.querySelectorAll('[role=option]')].some((node) => node.innerText.startsWith('technicalName'))`);
    await savePicture(tab, 'datasets-completion');
    await tab.key('ArrowDown');
    await tab.until(`document.activeElement.getAttribute('aria-activedescendant')`, 'a chosen completion');
    await tab.key('Enter');
    await has(tab, 'Query', 'technicalName ');
    await tab.type('=');
    await tab.type(" 'public.o");
    await tab.until(`[...document.querySelectorAll('[role=option]')].some((node) => node.innerText.startsWith('public.orders'))`);
    await tab.key('ArrowDown');
    await tab.until(`document.activeElement.getAttribute('aria-activedescendant')`, 'a chosen completion');
    await tab.key('Enter');
    await has(tab, 'Query', "technicalName = 'public.orders' ");
    await tab.key('Enter');
    await tab.shows('1 entry');
    await tab.until(`new URLSearchParams(location.search).get('query') === "technicalName = 'public.orders'"`);
  });

  it('shows the position of an error, and moves the cursor there', async () => {
    await fill(tab, 'Query', "label = 'x' and wrong.field = 1");
    await tab.key('Escape');
    await tab.press('Apply');
    await tab.shows('Request ');
    await tab.until(`document.querySelector('.query-position mark')?.innerText === 'wrong.field'`, 'the marked position');
    await checkPage(tab, 'datasets-query-error');
    await checkNarrow(tab, 'datasets-query-error');
    await tab.press('Go to character 17');
    await tab.until(`document.activeElement.selectionStart === 16`, 'the cursor at the position');
    await fill(tab, 'Query', "label = 'x' and");
    await tab.key('Escape');
    await tab.press('Apply');
    await tab.until(`document.querySelector('.query-position mark.query-end')`, 'the mark after the end');
    await fill(tab, 'Query', '');
    await tab.key('Escape');
    await tab.press('Apply');
    await tab.shows('3 entries');
  });

  it('shows a dataset: columns with their quality, rows, score and runs', async () => {
    await tab.open(`/catalogue/datasets/${customers}`);
    await tab.shows('ada@example.com');
    await tab.shows('Load customers');
    await tab.shows('customers.csv');
    await tab.shows('38 valid, 1 invalid, 1 empty');
    await tab.until(`document.querySelector('.trust-curve')`);
    await checkPage(tab, 'dataset');
    await checkOtherForms(tab, `/catalogue/datasets/${customers}`, 'dataset', 'Vertrauenswert');
  });

  it('describes a column, with its semantic type', async () => {
    await tab.open(`/catalogue/datasets/${customers}`);
    await tab.until(`document.querySelector('.dataset-columns [data-row="1"]')`);
    await tab.enterOn(`document.querySelector('.dataset-columns [data-row="1"]')`);
    await tab.until(`document.querySelector('[role=dialog] textarea')`);
    await fill(tab, 'Description', 'Where letters go');
    await checkPage(tab, 'dataset-column');
    await pressInDialog(tab, 'Save');
    await tab.shows('Saved.');
    await tab.until(`document.querySelector('.dataset-columns [title="Where letters go"]')`);
  });

  it('certifies, rates and marks a dataset; each changes the score', async () => {
    await tab.press('Add to favourites');
    await tab.shows('Remove from favourites');
    await tab.press('Certify');
    await tab.until(`document.querySelector('[role=menuitem]')`);
    await tab.press('Certified');
    await tab.until(`document.querySelector('.page-head .status')?.innerText.includes('Certified')`);
    await tab.press('Rate');
    await tab.until(`document.querySelector('[role=menuitem]')`);
    await tab.press('4 of 5');
    await tab.shows('4 of 5, by 1 person');
    await tab.until(`[...document.querySelectorAll('h3')].some((node) => /^History: [3-9]/.test(node.innerText))`, 'a history');
    await tab.open('/catalogue/datasets?show=favorites');
    await tab.shows('1 entry');
  });

  it('changes an attribute, and sets it back', async () => {
    await tab.open(`/catalogue/datasets/${customers}`);
    await tab.press('Change Domain');
    await tab.until(`document.querySelector('[role=dialog] .check')`);
    await tab.evaluate(`document.querySelector('[role=dialog] input[value=finance]').click()`);
    await checkPage(tab, 'dataset-attribute');
    await pressInDialog(tab, 'Save');
    await tab.until(`!document.querySelector('[role=dialog]')`);
    await tab.shows('finance');
    await tab.hides('default');
    await tab.press('Change Domain');
    await pressInDialog(tab, 'Reset to the default');
    await tab.until(`!document.querySelector('[role=dialog]')`);
    await tab.shows('default');
    await tab.press('Define an attribute');
    await fill(tab, 'Name', 'Domain');
    await pressInDialog(tab, 'Create');
    await tab.shows('409');
    await pressInDialog(tab, 'Cancel');
    await tab.until(`!document.querySelector('[role=dialog]')`);
  });

  it('shares with a group, and keeps the last owner', async () => {
    await tab.shows('Your level: Owner · shared with you');
    await pressByKey('Remove Test User');
    await tab.shows('The entity would have no owner');
    await checkPage(tab, 'dataset-last-owner');
    await choose(tab, 'Level', 'Writer');
    await fill(tab, 'Share with', 'Fin');
    await tab.until(`document.querySelector('[role=option]')`);
    await tab.press('Finance');
    await tab.shows('by the group Finance');
    await pressByKey('Remove Finance');
    await tab.hides('by the group Finance');
    const left = await server.platform.db.reader.rows(sql`select level from sharing where entity_id = ${customers}`);
    assert.deepEqual(left, [{ level: OWNER }]);
  });

  it('offers a reader no changes of a dataset, and shows a hostile name as text', async () => {
    await tab.open('/catalogue/datasets');
    await tab.press('orders');
    await tab.shows('Your level: Reader');
    assert.doesNotMatch(await tab.text(), /Certify|Delete/);
    await tab.open('/catalogue/datasets?search=strange');
    await tab.until(`document.querySelector('[data-row="0"]')`);
    await tab.evaluate(`document.querySelector('[data-row="0"]').click()`);
    await tab.shows('There are no rows.');
    await checkPage(tab, 'dataset-hostile');
    await checkNarrow(tab, 'dataset-hostile');
    await tab.press('Delete');
    await pressInDialog(tab, 'Delete');
    await tab.shows('2 entries');
  });

  it('leads from a run and a task to the datasets', async () => {
    await tab.open(`/catalogue/datasets/${customers}`);
    await tab.press('Load customers');
    await tab.shows('Datasets of the runs');
    await checkPage(tab, 'task-datasets');
    await tab.press('last run');
    await tab.until(`location.pathname.startsWith('/runs/')`);
    // The parts of the page appear one after the other, and move the link.
    await tab.shows('Runs of this task');
    await tab.until(`document.querySelector('[class*=log]')`);
    await tab.press('customers');
    await tab.until(`location.pathname === '/catalogue/datasets/${customers}'`);
  });
});
