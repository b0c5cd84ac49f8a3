// run: own process, waiting, browser, in test:all because it starts a browser
/** What a page says to people who may do only a part of what it offers. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { closeBrowser, skipsBrowserTests } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { hides, shows } from './support/journey.ts';
import { checkPage } from './support/page-checks.ts';

const server = await startConsoleServer();
const { call, make, platform } = server;

describe('a person who may do a part of what a page offers', { skip: skipsBrowserTests, timeout: 300_000 }, () => {
  let task: Awaited<ReturnType<typeof make.task>>;
  let planId = '';
  let connectionId = '';

  before(async () => {
    const workspace = await make.workspace({ name: 'Sales' });
    task = await make.task({ workspace: workspace.id, name: 'Load airports' });
    planId = (await make.plan({ workspace: workspace.id, name: 'Night plan', steps: [[task.id]] })).id;
    const properties = { jdbcUrl: 'jdbc:postgresql://127.0.0.1/shop' };
    const created = await call('POST /connections', { body: { label: 'Warehouse', workspaceId: workspace.id, properties } });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    connectionId = created.body.id ?? '';
  });
  after(closeBrowser);

  it('with Change and without Run reads what it lacks to run a task, above the button that edits it', async () => {
    const person = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: ['AUTHOR'] } });
    const page = await openConsole(server, person, `/tasks/${task.id}`);
    await shows(page, 'To run it: You need the right “Run” on the workspace Sales.');
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    await hides(page, 'You can look at this');
    await checkPage(page, 'partial-rights-task');
    await page.goto(`/plans/${planId}`);
    await shows(page, 'To run it: You need the right “Run” on the workspace Sales.');
    await page.goto(`/artifacts/${task.artifact}`);
    await shows(page, 'To publish or delete a version: You need the right “Publish” on the workspace Sales.');
    await page.getByRole('link', { name: 'Make a task' }).waitFor();
  });

  it('reads on a shared connection, whose workspace it does not see, that it may not change it', async () => {
    const person = await make.user({ permissions: ['SVC_OPERATOR'] });
    await platform.db.writer.rows(sql`
      insert into sharing (user_id, entity_type, entity_id, level, shared_by)
      values (${person.id}, 'connection', ${connectionId}, 2, ${person.id})`);
    const page = await openConsole(server, person, `/catalogue/connections/${connectionId}`);
    await shows(page, 'To change or test this connection: You need the right “Change” on its workspace, which you do not see.');
    await hides(page, 'You can look at this');
    await checkPage(page, 'partial-rights-connection');
  });
});
