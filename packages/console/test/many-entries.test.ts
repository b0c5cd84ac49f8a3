// run: own process, waiting, browser, in test:all because it starts a browser
/** Pages with many entries: their order, their number, and how a person reaches all of them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newId } from '../../server/src/core/base/id.ts';
import { json, sql } from '../../server/src/core/database/sql.ts';
import { addWebNotifications } from '../../server/src/features/events/web-notifications/index.ts';
import { catalogScene } from '../../server/src/features/catalog/catalog-connections/scene.fixture.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { REPORTED_AT, standInEngine } from '../../server/test/support/engine.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { counts, press, shows, until } from './support/journey.ts';
import { checkNarrow, checkPage } from './support/page-checks.ts';

const server = await startConsoleServer();
const { call, make, platform } = server;
const { writer } = platform.db;
const administrator = await make.administrator();

/** More than a page of the API has. */
const MANY = 105;
/** The datasets that each run of the test reads; two runs write the same one. */
const NEIGHBOURS = 250;
const NAMESPACE = 'postgres://warehouse.example.com:5432';

const named = (name: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);

describe('pages with many entries', { skip: skipsBrowserTests, timeout: 400_000 }, () => {
  let page: Page;
  let user: Awaited<ReturnType<typeof make.user>>;
  let task: Awaited<ReturnType<typeof make.task>>;
  let orders = '';

  before(async () => {
    const scene = await catalogScene(server);
    const { id: workspace, environment } = scene.workspace;
    for (const name of named('Warehouse', 12)) {
      const made = await call('POST /orchestration/connections', {
        body: { name, workspaceId: workspace, app: 'postgresql', parameters: [] },
      });
      assert.equal(made.status, 201, JSON.stringify(made.body));
    }
    user = await make.user();
    for (const name of named('Role', MANY)) {
      const { body } = await call('POST /account/roles', { body: { name, permissions: ['SVC_OPERATOR'] } });
      await call('POST /account/users/{id}/roles', { path: { id: user.id }, body: [body.id] });
      await call('POST /account/groups', { body: { name: name.replace('Role', 'Group'), userIds: [user.id] } });
    }
    task = await make.task({ workspace, name: 'Nightly 0' });
    const copies = named('Nightly', MANY).map((name) => ({ id: newId(), name }));
    await writer.rows(sql`
      insert into task
      select (jsonb_populate_record(t, jsonb_build_object('id', c.id, 'name', c.name))).*
      from task t
      cross join json_to_recordset(${json(copies)}::json) as c (id uuid, name text)
      where t.id = ${task.id}`);
    orders = await scene.dataset({ label: 'Orders', technicalName: 'shop.orders' });
    const engine = await standInEngine(server, environment);
    for (const part of [0, 1]) {
      await call('POST /processing/executions', { body: { executable: task.id } });
      const lease = await engine.claimOne();
      const inputs = Array.from({ length: NEIGHBOURS }, (_, index) => ({
        namespace: NAMESPACE,
        name: `finance.shop.part ${part * NEIGHBOURS + index + 1}`,
      }));
      await engine.finish(lease, { startedAt: REPORTED_AT, inputs, outputs: [{ namespace: NAMESPACE, name: 'finance.shop.orders' }] });
    }
    await platform.db.transaction((tx) =>
      addWebNotifications(tx, [
        {
          account: administrator,
          href: `/orchestration/executables/tasks/${task.id}`,
          action: 'run.failed',
          body: 'Task Nightly 0 failed.',
          resourceType: 'task',
          resourceId: task.id,
          spaceId: null,
        },
      ]),
    );
    for (const name of named('Mill', 12)) await make.engine({ environment, name });
    await writer.rows(sql`update engine set last_beat_at = now() - interval '1 day'`);
    page = await openConsole(server, { id: administrator }, `/tasks?environment=${environment}`);
    // The browser keeps the environment for the pages without one in their address.
    await shows(page, 'Nightly 0');
  });
  after(closeBrowser);

  /** The names of the first rows of the table, when there are some. */
  async function firstNames(count: number): Promise<string[]> {
    await page.locator('[data-row="0"]').waitFor();
    return (await page.locator('[data-table] [data-row]').allInnerTexts()).slice(0, count);
  }

  it('sorts the names of a list that it has read by the numbers in them', async () => {
    await page.goto('/engines');
    await shows(page, 'Mill 12');
    const engines = (await firstNames(20)).filter((name) => name.startsWith('Mill'));
    assert.deepEqual(engines, named('Mill', 12));
    await page.goto('/setup/connections');
    await shows(page, 'Warehouse 12');
    assert.deepEqual(
      (await firstNames(20)).filter((name) => name.startsWith('Warehouse')),
      named('Warehouse', 12),
    );
  });

  it('leaves a longer list in the order of the server, and says how many entries it has', async () => {
    await page.goto('/tasks');
    await shows(page, '106 entries');
    assert.deepEqual(await firstNames(4), ['Nightly 0', 'Nightly 1', 'Nightly 10', 'Nightly 100']);
    await checkPage(page, 'many-tasks');
    await page.goto(`/artifacts/${task.artifact}`);
    await page.getByRole('link', { name: '106 entries' }).waitFor();
    await counts(page, '[aria-label=Tasks] > li', 100);
    await press(page, 'Show more');
    await counts(page, '[aria-label=Tasks] > li', 106);
  });

  it('shows all roles and groups of a user by name', async () => {
    await page.goto(`/admin/users/${user.id}`);
    await counts(page, '[aria-label=Groups] > li', MANY);
    // The user has a role of its own, too.
    await counts(page, '[aria-label=Roles] > li', MANY + 1);
    const roles = await page.locator('[aria-label=Roles] > li > span').allInnerTexts();
    assert.deepEqual(
      roles.filter((name) => name.startsWith('Role ')),
      named('Role', MANY),
    );
    await checkPage(page, 'many-roles');
    await checkNarrow(page, 'many-roles');
  });

  it('shows the first neighbours of a dataset, more on request, and finds them by a part of the name', async () => {
    const list = '[aria-label="Made from"]';
    await page.goto(`/catalogue/datasets/${orders}`);
    await counts(page, `${list} > li`, 20);
    await shows(page, '20 of 500');
    assert.deepEqual(await page.locator(`${list} > li`).allInnerTexts(), named('finance.shop.part', 20));
    const side = page.locator(`div:has(> ${list})`);
    await side.getByRole('button', { name: 'Show more' }).click();
    await counts(page, `${list} > li`, 120);
    await page.getByRole('searchbox', { name: 'Find in “Made from”' }).fill('part 49');
    await counts(page, `${list} > li`, 11);
    assert.deepEqual((await page.locator(`${list} > li`).allInnerTexts()).slice(0, 2), ['finance.shop.part 49', 'finance.shop.part 490']);
    await page.getByRole('searchbox', { name: 'Find in “Made from”' }).fill('nowhere');
    await shows(page, 'Nothing matches');
    await checkPage(page, 'many-neighbours');
    await checkNarrow(page, 'many-neighbours');
  });

  it('names some of many engines that do not answer, and counts the others', async () => {
    await page.goto('/');
    await page.locator('[data-attention]').waitFor();
    await until(page, `document.querySelectorAll('[data-attention] > li a[href*="/engines/"]').length === 5`);
    await page
      .locator('[data-attention]')
      .getByRole('link', { name: /^and \d+ other engines$/ })
      .click();
    await page.waitForURL(/\/engines\?/);
  });

  it('leads from a message in the inbox to the page of what it is about', async () => {
    await page.goto('/inbox');
    await page.getByRole('img', { name: 'Unread' }).first().waitFor();
    await press(page, 'Task Nightly 0 failed.');
    await page.waitForURL(new RegExp(`/tasks/${task.id}`));
  });
});
