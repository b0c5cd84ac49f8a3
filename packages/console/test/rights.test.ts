// run: own process, waiting, browser, in test:all because it starts a browser
/** What people with few rights see: one that may look at a workspace, and one that may run its tasks. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BUILT_IN_ROLES } from '@millrace/contract';
import { sql } from '../../server/src/core/database/sql.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { counts, hides, press, shows } from './support/journey.ts';
import { checkPage, refusalsIn } from './support/page-checks.ts';

const server = await startConsoleServer();
const { call, make, platform } = server;

const OPERATOR = BUILT_IN_ROLES['Operator'] ?? [];

/** Opens the palette, types a text, and requires that its entries have these names. */
async function assertPaletteHas(page: Page, typed: string, names: readonly string[]): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('.palette input:focus').waitFor();
  await page.keyboard.type(typed);
  for (const name of names) await page.getByRole('menuitem', { name, exact: true }).waitFor();
  // The palette has an entry that says so if nothing matches.
  if (names.length === 0) await page.getByRole('menuitem', { name: 'Nothing matches.' }).waitFor();
  await counts(page, '[role=menuitem]', Math.max(names.length, 1));
  // The first press clears the field.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.locator('.palette').waitFor({ state: 'detached' });
}

describe('a person with few rights', { skip: skipsBrowserTests, timeout: 300_000 }, () => {
  let task: Awaited<ReturnType<typeof make.task>>;
  let hidden: typeof task;
  let planId = '';
  let runId = '';
  let stoppedRunId = '';
  let planRunId = '';
  let connectionId = '';

  before(async () => {
    // An environment that comes first, of which these people see nothing.
    hidden = await make.task({ name: 'Hidden task' });
    const workspace = await make.workspace({ name: 'Sales' });
    task = await make.task({ workspace: workspace.id, name: 'Load airports' });
    planId = (await make.plan({ workspace: workspace.id, name: 'Night plan', steps: [[task.id]] })).id;
    const start = async (): Promise<string> => {
      const started = await call('POST /processing/executions', { body: { executable: task.id } });
      assert.equal(started.status, 201, JSON.stringify(started.body));
      return started.body.executionId;
    };
    stoppedRunId = await start();
    await call('DELETE /processing/executions/{executionId}', { path: { executionId: stoppedRunId } });
    runId = await start();
    planRunId = (await call('POST /processing/executions/plans', { body: { executable: planId } })).body.executionId;
    const properties = { jdbcUrl: 'jdbc:postgresql://127.0.0.1/shop' };
    const created = await call('POST /connections', { body: { label: 'Warehouse', workspaceId: workspace.id, properties } });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    connectionId = created.body.id ?? '';
    const owner = await make.user();
    await platform.db.writer.rows(sql`update workspace set owner_id = ${owner.id} where id = ${workspace.id}`);
    await platform.db.writer.rows(sql`update account set login = 'olga' where id = ${owner.id}`);
  });
  after(closeBrowser);

  describe('View on one workspace', () => {
    let page: Page;

    before(async () => {
      const person = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
      page = await openConsole(server, person, '/');
    });

    it('sees the content of its environment, and no page of the navigation refuses', async () => {
      await page.waitForURL(new RegExp(`environment=${task.environment}`));
      assert.deepEqual(await refusalsIn(page), []);
      await page.goto('/runs');
      await shows(page, 'Load airports');
      await page.goto('/plans');
      await shows(page, 'Night plan');
      await page.goto('/tasks');
      await shows(page, 'Load airports');
      assert.doesNotMatch(await page.innerText('main'), /Hidden task/);
    });

    it('reads on a task what it lacks to run it, and by whom it is given', async () => {
      await press(page, 'Load airports');
      await shows(page, 'You need the right “Run” on the workspace Sales. The owner (olga) or an administrator can give it to you.');
      await shows(page, 'such as Operator');
      assert.equal(await page.getByRole('button', { name: 'Run now' }).count(), 0);
      assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0);
      await checkPage(page, 'rights-view-task');
      await page.goto(`/plans/${planId}`);
      await shows(page, 'You need the right “Run” on the workspace Sales.');
      assert.equal(await page.getByRole('button', { name: 'Run now' }).count(), 0);
    });

    it('finds no action on the runs of what it may not run', async () => {
      // The role has the permission, and only the right on the workspace is missing.
      const viewer = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: ['VIEW'] } });
      const other = await openConsole(server, viewer, `/runs/${runId}`);
      for (const [path, name] of [
        [`/runs/${runId}`, 'Load airports'],
        [`/runs/${stoppedRunId}`, 'Load airports'],
        [`/plans/runs/${planRunId}`, 'Night plan'],
      ] as const) {
        await other.goto(path);
        await shows(other, name);
        await other.waitForLoadState('networkidle');
        await hides(other, 'Run again');
        await hides(other, 'Stop run');
      }
    });

    it('opens the pages of what it sees, of which none refuses', async () => {
      for (const path of [`/tasks/${task.id}`, `/runs/${runId}`, `/plans/${planId}`, `/artifacts/${task.artifact}`]) {
        await page.goto(path);
        await page.locator('main h1').waitFor();
        await page.waitForLoadState('networkidle');
        assert.deepEqual(await page.locator('main [role=alert]').allInnerTexts(), [], path);
      }
      assert.equal(await page.getByRole('button', { name: 'Delete' }).count(), 0, 'it may not delete the artifact or its version');
    });

    it('reads on a page by its address why it may not see it, in words, without a button that would be refused', async () => {
      for (const [path, permission, role] of [
        ['/admin/groups', 'Manage groups', 'Security Administrator'],
        ['/setup/projects', 'Manage projects', 'Project Administrator'],
        [`/admin/roles/${crypto.randomUUID()}`, 'Manage roles', 'Security Administrator'],
        ['/engines', 'Operate tasks, plans and runs', 'Operator'],
      ] as const) {
        await page.goto(path);
        await shows(page, 'You may not see this page yet');
        await shows(page, `You need a role with the permission “${permission}”, such as ${role}. An administrator can assign it to you.`);
        assert.doesNotMatch(await page.innerText('main'), /SVC_/, path);
        assert.equal(await page.locator('main button, main table').count(), 0, path);
      }
      await checkPage(page, 'rights-view-groups');
      await page.goto('/admin/oauth-clients');
      await shows(page, 'OAuth clients');
      await hides(page, 'You may not see this page yet');
    });

    it('reads that a record which it may not see is deleted or hidden, and whom it can ask', async () => {
      await page.goto(`/tasks/${hidden.id}`);
      await shows(page, 'It does not exist, is deleted, or you may not see it. An administrator can tell you.');
    });

    it('reads in place of the forms of a task what it lacks', async () => {
      await page.goto(`/tasks/${task.id}/edit`);
      await shows(page, 'You need the right “Change” on the workspace Sales.');
      await shows(page, 'You need the right “Run” on the workspace Sales.');
      assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
    });

    it('reads in the catalogue that nothing is shared with it, and what it lacks to create something', async () => {
      for (const [path, words] of [
        ['/catalogue/connections', 'You see no connection of the catalogue yet'],
        ['/catalogue/crawlers', 'You see no crawler yet'],
      ] as const) {
        await page.goto(path);
        await shows(page, words);
        await shows(page, 'A person who owns one can share it with you.');
        await shows(page, 'To create one: You need a role with the permission “Change connections and resources”');
      }
      await page.goto('/catalogue/crawlers/new');
      await shows(page, 'You may not do this yet');
    });

    it('is not offered the rights of other accounts, which only managers of the workspace see', async () => {
      await page.goto('/admin/rights');
      await shows(page, 'No workspace to manage here');
      await hides(page, 'No account has a right on these workspaces yet.');
    });

    it('reads before it fills in a form that it may not send it', async () => {
      for (const path of [
        '/tasks/new',
        '/plans/new',
        '/schedules/new',
        '/setup/connections/new',
        '/catalogue/connections/new',
        '/artifacts/publish',
      ]) {
        await page.goto(path);
        await shows(page, 'You may not do this yet');
        await shows(page, 'on a workspace of this environment. The owner (olga) or an administrator can give it to you.');
        assert.equal(await page.locator('form.form').count(), 0, path);
      }
      await checkPage(page, 'rights-view-publish');
      await page.goto('/artifacts');
      await shows(page, '1 entry');
      assert.equal(await page.getByRole('link', { name: 'Publish' }).count(), 0);
    });

    it('finds no action in the palette, and no link on the page of tasks, for what it may not create', async () => {
      await page.goto('/tasks');
      await shows(page, 'Load airports');
      await page.waitForLoadState('networkidle');
      assert.equal(await page.getByRole('link', { name: /Publish a zip|New task/ }).count(), 0);
      await assertPaletteHas(page, 'new', []);
      await assertPaletteHas(page, 'publish', []);
      await assertPaletteHas(page, 'of all starts', ['Calendar of all starts']);
    });
  });

  describe('View and Run on one workspace, and the role Operator', () => {
    let page: Page;
    let person: Awaited<ReturnType<typeof make.user>>;

    before(async () => {
      person = await make.user({
        permissions: ['SVC_OPERATOR', 'SVC_RUN_PROFILE_MANAGEMENT'],
        rights: { [task.workspace]: ['EXECUTE'] },
      });
      page = await openConsole(server, person, '/tasks');
    });

    it('runs the task, and may not change it', async () => {
      assert.deepEqual(await refusalsIn(page, OPERATOR), []);
      await page.goto('/tasks');
      await press(page, 'Load airports');
      await page.getByRole('button', { name: 'Run now' }).waitFor();
      await hides(page, 'You need');
      assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0);
      await press(page, 'Run now');
      await page.waitForURL(/\/runs\/./);
      await page.getByRole('button', { name: 'Stop run' }).waitFor();
      await page.goto(`/runs/${stoppedRunId}`);
      await page.getByRole('button', { name: 'Run again with the task’s values' }).waitFor();
      await page.goto('/tasks/new');
      await shows(page, 'You need the right “Change” on a workspace of this environment.');
      assert.doesNotMatch(await page.innerText('main'), /permission/, 'the role has the permission');
    });

    it('may neither change nor test a connection of the catalogue that is shared with it, because it may not change its workspace', async () => {
      await platform.db.writer.rows(sql`
        insert into sharing (user_id, entity_type, entity_id, level, shared_by)
        values (${person.id}, 'connection', ${connectionId}, 3, ${person.id})`);
      await page.goto(`/catalogue/connections/${connectionId}`);
      await shows(page, 'You need the right “Change” on the workspace Sales.');
      assert.equal(await page.getByRole('button', { name: /^(?:Change|Test)/ }).count(), 0);
      await checkPage(page, 'rights-catalogue-connection');
    });

    it('finds in the palette what it may create', async () => {
      await page.goto('/tasks');
      await shows(page, 'Load airports');
      await assertPaletteHas(page, 'new', ['New schedule']);
    });
  });

  describe('the role Operator, and no workspace', () => {
    it('reads on the lists of engines and clusters that it lacks a right on a workspace', async () => {
      const page = await openConsole(server, await make.user({ permissions: ['SVC_OPERATOR'] }), '/');
      for (const path of ['/engines', '/setup/clusters']) {
        await page.goto(path);
        await shows(page, 'You have no right on a workspace yet');
      }
    });
  });
});
