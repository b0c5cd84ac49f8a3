// run: own process, waiting, browser, in test:all because it starts a browser
/** A person searches the catalogue, reads and describes a dataset, and shares it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { OWNER, READER } from '../../server/src/features/catalog/catalog-connections/scene.fixture.ts';
import { crawlScene, observed, tables } from '../../server/src/features/catalog/crawlers/crawl-scene.fixture.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import {
  choose,
  closes,
  fill,
  find,
  has,
  hides,
  HOSTILE_NAME,
  marksEntry,
  press,
  pressInDialog,
  shows,
  showsRefusal,
  tick,
  until,
} from './support/journey.ts';
import { checkNarrow, checkOtherForms, checkPage, savePicture } from './support/page-checks.ts';

const server = await startConsoleServer();
const HOSTILE_LABEL = `${HOSTILE_NAME} ${'long '.repeat(50)}`.slice(0, 255);
const NAMESPACE = 'postgres://warehouse.example.com:5432';

describe('datasets in the console', { skip: skipsBrowserTests, timeout: 400_000 }, () => {
  let page: Page;
  let customers = '';
  let person: Awaited<ReturnType<typeof server.make.user>>;

  before(async () => {
    const scene = await crawlScene(server);
    const { call, make, platform } = server;
    const { id: workspace, environment } = scene.workspace;
    person = await make.user({ permissions: ['SVC_CONNECTION_RESOURCE_EDIT'], rights: { [workspace]: ['VIEW', 'EXECUTE'] } });
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
    page = await openConsole(server, person, `/catalogue/datasets?environment=${environment}`);
  });
  after(closeBrowser);

  it('searches by words, certification and favourites; the URL has the filters', async () => {
    await shows(page, '3 entries');
    await checkPage(page, 'datasets');
    await checkOtherForms(page, '/catalogue/datasets?sort=trustScore&order=desc', 'datasets', '3 Einträge');
    await page.goto('/catalogue/datasets');
    await fill(page, 'Search words', 'orders');
    await shows(page, '1 entry');
    await page.waitForURL(/[?&]search=orders/);
    await choose(page, 'Certification', 'Certified');
    await shows(page, 'No entry matches these filters');
    await press(page, 'Clear all filters');
    await shows(page, '3 entries');
  });

  it('asks the server for a certification, also together with a query', async () => {
    const certify = async (certification: string): Promise<void> => {
      const sent = { path: { datasetId: customers }, body: { currentCertification: certification }, token: person.token };
      assert.ok((await server.call('PUT /datasets/{datasetId}/certification', sent)).status < 300);
    };
    await certify('pending');
    const isQuery = ({ searchParams }: URL): boolean => searchParams.get('serviceQlQuery')?.includes("certification = 'pending'") === true;
    const query = page.waitForRequest((request) => isQuery(new URL(request.url())));
    await page.goto('/catalogue/datasets?certification=pending');
    await query;
    await shows(page, '1 entry');
    await page.goto(
      `/catalogue/datasets?certification=pending&query=${encodeURIComponent("technicalName = 'public.orders' or label = 'x'")}`,
    );
    await shows(page, 'No entry matches these filters');
    await page.goto(`/catalogue/datasets?certification=none&query=${encodeURIComponent("technicalName = 'public.orders' or label = 'x'")}`);
    await shows(page, '1 entry');
    await page.goto(`/catalogue/datasets?certification=none&query=${encodeURIComponent("label = 'x' or wrong.field = 1")}`);
    await page.locator('main mark', { hasText: /^wrong.field$/ }).waitFor();
    await certify('none');
    await page.goto('/catalogue/datasets');
    await shows(page, '3 entries');
  });

  it('completes a query by keyboard: fields, operators and values', async () => {
    await fill(page, 'Query', 'tec');
    await page.getByRole('option', { name: /^technicalName/ }).waitFor();
    await savePicture(page, 'datasets-completion');
    await page.keyboard.press('ArrowDown');
    await marksEntry(page);
    await page.keyboard.press('Enter');
    await has(page, 'Query', 'technicalName ');
    await page.keyboard.type('=');
    await page.keyboard.type(" 'public.o");
    await page.getByRole('option', { name: /^public\.orders/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await marksEntry(page);
    await page.keyboard.press('Enter');
    await has(page, 'Query', "technicalName = 'public.orders' ");
    await page.keyboard.press('Enter');
    await shows(page, '1 entry');
    await page.waitForURL(({ searchParams }) => searchParams.get('query') === "technicalName = 'public.orders'");
  });

  it('shows the position of an error, and moves the cursor there', async () => {
    await fill(page, 'Query', "label = 'x' and wrong.field = 1");
    await page.keyboard.press('Escape');
    await press(page, 'Apply');
    await shows(page, 'Copy details');
    await page.locator('main mark', { hasText: /^wrong.field$/ }).waitFor();
    await checkPage(page, 'datasets-query-error');
    await checkNarrow(page, 'datasets-query-error');
    await press(page, 'Go to character 17');
    await until(page, `document.activeElement.selectionStart === 16`);
    await fill(page, 'Query', "label = 'x' and");
    await page.keyboard.press('Escape');
    await press(page, 'Apply');
    await page.locator('main mark[data-end]').waitFor();
    await fill(page, 'Query', '');
    await page.keyboard.press('Escape');
    await press(page, 'Apply');
    await shows(page, '3 entries');
  });

  it('shows a dataset: columns with their quality, rows, score and runs', async () => {
    await page.goto(`/catalogue/datasets/${customers}`);
    await shows(page, 'ada@example.com');
    await shows(page, 'Load customers');
    await shows(page, 'customers.csv');
    await shows(page, '38 valid, 1 invalid, 1 empty');
    await page.locator('svg[viewBox="0 0 400 80"]').waitFor();
    await checkPage(page, 'dataset');
    await checkOtherForms(page, `/catalogue/datasets/${customers}`, 'dataset', 'Vertrauenswert');
  });

  it('describes a column, with its semantic type', async () => {
    await page.goto(`/catalogue/datasets/${customers}`);
    const columns = page.locator('section.card', { has: page.getByRole('heading', { name: 'Columns' }) });
    await columns.locator('[data-row="1"]').press('Enter');
    await fill(page, 'Description', 'Where letters go');
    await checkPage(page, 'dataset-column');
    await pressInDialog(page, 'Save');
    await shows(page, 'Saved.');
    await columns.locator('[title="Where letters go"]').waitFor();
  });

  it('certifies, rates and marks a dataset; each changes the score', async () => {
    await press(page, 'Add to favourites');
    await shows(page, 'Remove from favourites');
    await press(page, 'Certify');
    await press(page, 'Certified');
    await page.locator('.page-head .status', { hasText: /Certified/ }).waitFor();
    await press(page, 'Rate');
    await press(page, '4 of 5');
    await shows(page, '4 of 5, by 1 person');
    await page.locator('h3', { hasText: /^History: [3-9]/ }).waitFor();
    await page.goto('/catalogue/datasets?show=favorites');
    await shows(page, '1 entry');
  });

  it('changes an attribute, and sets it back', async () => {
    await page.goto(`/catalogue/datasets/${customers}`);
    await press(page, 'Change Domain');
    await tick(page, 'input[value=finance]');
    await checkPage(page, 'dataset-attribute');
    await pressInDialog(page, 'Save');
    await closes(page);
    await shows(page, 'finance');
    await hides(page, 'default');
    await press(page, 'Change Domain');
    await pressInDialog(page, 'Reset to the default');
    await closes(page);
    await shows(page, 'default');
    await press(page, 'Define an attribute');
    await fill(page, 'Name', 'Domain');
    await pressInDialog(page, 'Create');
    await showsRefusal(page, 409);
    await pressInDialog(page, 'Cancel');
    await closes(page);
  });

  it('shares with a group, and keeps the last owner', async () => {
    await shows(page, 'Your level: Owner · shared with you');
    await press(page, 'Remove Test User');
    await shows(page, 'The entity would have no owner');
    await checkPage(page, 'dataset-last-owner');
    await choose(page, 'Level', 'Writer');
    await find(page, 'Share with', 'Fin', 'Finance');
    await shows(page, 'by the group Finance');
    await press(page, 'Remove Finance');
    await hides(page, 'by the group Finance');
    const left = await server.platform.db.reader.rows(sql`select level from sharing where entity_id = ${customers}`);
    assert.deepEqual(left, [{ level: OWNER }]);
  });

  it('offers a reader no changes of a dataset, and shows a hostile name as text', async () => {
    await page.goto('/catalogue/datasets');
    await press(page, 'orders');
    await shows(page, 'Your level: Reader');
    assert.doesNotMatch(await page.innerText('body'), /Certify|Delete/);
    // It removes only itself, and gives no level above its own.
    await page.getByRole('button', { name: 'Remove Test User' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Remove Millrace Administrator' }).count(), 0);
    assert.equal(
      await page
        .locator('main ul.items')
        .getByRole('button', { name: /Level|Reader|Owner/ })
        .count(),
      0,
    );
    await page.goto('/catalogue/datasets?search=strange');
    await page.locator('[data-row="0"]').press('Enter');
    await shows(page, 'There are no rows.');
    await checkPage(page, 'dataset-hostile');
    await checkNarrow(page, 'dataset-hostile');
    await press(page, 'Delete');
    await pressInDialog(page, 'Delete');
    await shows(page, '2 entries');
  });

  it('joins what comes through many datasets into one line of the access of their connection', async () => {
    const connection = await server.platform.db.reader.only<{ id: string }>(sql`
      select connection_id as id
      from dataset
      where id = ${customers}`);
    await server.platform.db.writer.rows(sql`
      with copies as (
        insert into dataset (id, tenant_id, connection_id, technical_name, kind, label, owner_id, created_by, updated_by, schema_digest)
        select gen_random_uuid(), tenant_id, connection_id, 'public.copy_' || n, kind, 'copy ' || n, owner_id, created_by, updated_by, schema_digest
        from dataset, generate_series(1, 4) n
        where id = ${customers}
        returning id)
      insert into sharing (user_id, entity_type, entity_id, level, shared_by)
      select ${person.id}, 'dataset', id, 3, ${person.id}
      from copies`);
    await page.goto(`/catalogue/connections/${connection.id}`);
    await shows(page, 'through 6 shared objects');
    assert.equal(await page.locator('main .items > li', { hasText: 'Reader through 6 shared objects' }).count(), 1);
    await checkPage(page, 'catalogue-connection-access');
  });

  it('says which right the rows of a sample need', async () => {
    const reader = await server.make.user();
    await server.platform.db.writer.rows(sql`
      insert into sharing (user_id, entity_type, entity_id, level, shared_by)
      values (${reader.id}, 'dataset', ${customers}, ${READER}, ${person.id})`);
    const other = await openConsole(server, reader, `/catalogue/datasets/${customers}`);
    await shows(other, 'The rows of a sample need the right “View” on the workspace of the connection.');
  });

  it('leads from a run and a task to the datasets', async () => {
    await page.goto(`/catalogue/datasets/${customers}`);
    await press(page, 'Load customers');
    await shows(page, 'Datasets of the runs');
    await checkPage(page, 'task-datasets');
    await press(page, 'last run');
    await page.waitForURL(/\/runs\/./);
    await page.locator('[data-log]').waitFor();
    await press(page, 'customers');
    await page.waitForURL(({ pathname }) => pathname === `/catalogue/datasets/${customers}`);
  });
});
