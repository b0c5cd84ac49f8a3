// run: waiting, browser because it starts a browser
/** The start page shows the problems of runs and connections, due starts, and the reason why a run waits. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { createHistory } from '../../server/test/support/history.ts';
import { pastExecution } from '../../server/test/support/past-executions.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { counts, hides, HOSTILE_NAME, pathOf, press, shows } from './support/journey.ts';
import { checkOtherForms, checkPage, savePicture, wcagViolationsIn } from './support/page-checks.ts';

const server = await startConsoleServer({ MILLRACE_OUTBOUND_ALLOW: 'loopback' });

describe('the start page of the console', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  let page: Page;
  let history: Awaited<ReturnType<typeof createHistory>>;

  before(async () => {
    history = await createHistory(server);
    await addProblems();
    const rights = { [history.north.id]: ['VIEW', 'EXECUTE'], [history.south.id]: ['VIEW'] } as const;
    const person = await server.make.user({ permissions: ['SVC_OPERATOR', 'SVC_WEBHOOK_MANAGEMENT'], rights });
    page = await openConsole(server, person, `/?environment=${history.environment}`);
  });
  after(closeBrowser);

  /** Adds a run of a task that could not start, one with rejected rows, and the reason of the plan that could not start. */
  const addProblems = async (): Promise<void> => {
    const { db } = server.platform;
    const unstarted = await pastExecution(server, history.load, { triggeredAt: history.ago(4), status: 'DEPLOY_FAILED' });
    const rejected = await pastExecution(server, history.load, { triggeredAt: history.ago(3), status: 'EXECUTION_REJECTED' });
    await db.writer.rows(sql`
      update task_execution
      set task_name = 'Load airports',
          misfired_reason = case when id = ${unstarted} then 'REMOTE_ENGINE_UNAVAILABLE' end,
          rejected_rows = case when id = ${rejected} then 1234 end
      where id in (${unstarted}, ${rejected})`);
    await db.writer.rows(sql`
      update plan_execution
      set error_message = ${`No step could begin: ${HOSTILE_NAME}`}
      where id = ${history.ids['misfire']}`);
  };

  it('lists failed runs, until the person marks them as seen', async () => {
    await shows(page, '1 run has failed since');
    await press(page, 'Seen');
    await hides(page, '1 run has failed since');
  });

  it('lists runs that could not start, of tasks and plans, and runs with rejected rows, each with its explanation', async () => {
    await shows(page, '2 runs could not start since');
    await shows(page, "'Load airports' did not start: its engine was not available.");
    await shows(page, 'No step could begin: <img src=x');
    await shows(page, '1 run has rejected rows since');
    await shows(page, 'Rejected rows: 1,234');
    await counts(page, '.timeline .unstarted', 2);
    const marks = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.timeline .timeline-run.unstarted, .timeline .timeline-run.rejected')].map((node) => node.className.split(' ').at(-1) + ' ' + node.title)`,
    );
    assert.deepEqual(marks.toSorted(), [
      `rejected Succeeded, rows rejected`,
      `unstarted Could not deploy`,
      `unstarted Did not start: No step could begin: ${HOSTILE_NAME}`,
    ]);
  });

  it('lists connections whose last test failed, until a test succeeds', async () => {
    const parameters = [{ name: 'url', value: 'http://127.0.0.1:1/' }];
    const body = { name: `warehouse ${HOSTILE_NAME}`, workspaceId: history.north.id, app: 'http', parameters };
    const { id } = (await server.call('POST /orchestration/connections', { body })).body;
    const path = { connectionId: id };
    assert.equal((await server.call('POST /orchestration/connections/{connectionId}/test', { path })).body.success, false);
    await page.goto(`/?environment=${history.environment}`);
    await shows(page, 'Connection warehouse <img src=x');
    await page.locator('.attention', { hasText: /Test, .+: \S/ }).waitFor();
    await press(page, 'Connection warehouse');
    await page.waitForURL(({ pathname }) => pathname === `/setup/connections/${id}`);
    await shows(page, 'Last check');
    assert.deepEqual(await wcagViolationsIn(page), []);
    await savePicture(page, 'connection-last-check');
    await page.goto(`/?environment=${history.environment}`);
  });

  it('explains why a run has waited for long', async () => {
    await server.platform.db.writer.rows(sql`
      update task_execution
      set triggered_at = now() - interval '20 minutes'
      where id = ${history.ids['open']}`);
    await shows(page, 'Clean up has waited for 20 min');
  });

  it('shows the runs of the last 24 hours by task, each a link', async () => {
    const kinds = /^Load airports: (?:\d+ succeeded, )?1 failed, 1 could not start, 1 with rejected rows, \d+ running or waiting$/;
    await page.getByRole('link', { name: kinds }).waitFor();
    await page.getByRole('link', { name: /^Past: 1 could not start$/ }).waitFor();
    assert.ok((await page.locator('.timeline .timeline-run').count()) >= 4);
  });

  it('lists the starts of the next 12 hours', async () => {
    const at = new Date(Date.now() + 3 * 3_600_000);
    const answer = await server.call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
      path: { taskId: history.load.id },
      body: { trigger: { type: 'CRON', cronExpression: `${at.getUTCMinutes()} ${at.getUTCHours()} * * ? *` }, runtime: { type: 'CLOUD' } },
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    await page.goto(`/?environment=${history.environment}`);
    await page.locator('.due', { hasText: /Load airports/ }).waitFor();
  });

  it('is readable in both themes and languages, without violations', async () => {
    await shows(page, 'The next 12 hours');
    await page.locator('.timeline .timeline-run').nth(3).waitFor();
    await checkPage(page, 'home');
    await checkOtherForms(page, pathOf(page), 'home', 'Die nächsten 12 Stunden');
  });
});
