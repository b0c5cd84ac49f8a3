// run: waiting, browser because it starts a browser
/** The start page counts the runs of a range, groups failures by cause, and shows what needs attention and what is due. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { runTimer } from '../../server/test/support/background.ts';
import { createHistory } from '../../server/test/support/history.ts';
import { pastExecution } from '../../server/test/support/past-executions.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { dialog, hides, HOSTILE_NAME, pathOf, press, pressInDialog, shows, until } from './support/journey.ts';
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

  /** The number on a tile, with its sign for capped counts. */
  const tile = async (id: string, expected: string): Promise<void> => {
    await until(page, `document.querySelector('[data-tile=${id}]')?.children[1]?.textContent === ${JSON.stringify(expected)}`);
  };
  /** Adds runs that failed with a message each, at the same time, some hours ago. */
  const addFailed = async (count: number, hours: number, message: (index: number) => string): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      const task = index % 2 ? history.load : history.clean;
      const id = await pastExecution(server, task, { triggeredAt: history.ago(hours), status: 'EXECUTION_EVENT_RECEIVED' });
      await server.platform.db.writer.rows(sql`delete from live_execution where execution_id = ${id}`);
      await server.platform.db.writer.rows(sql`
        update task_execution
        set outcome = 'EXECUTION_FAILED', finished_at = triggered_at, task_name = ${task.id === history.load.id ? 'Load airports' : 'Clean up'},
            error_message = ${message(index)}
        where id = ${id}`);
    }
  };

  it('counts the whole range, also more runs than a list reads at once, and says the same as the server', async () => {
    await addFailed(230, 20, (index) => `Connection refused: warehouse, attempt ${index}`);
    await runTimer(server.platform, 'count-hours');
    await page.goto(`/?environment=${history.environment}&range=24h`);
    await tile('failed', '231');
    await tile('unstarted', '2');
    await tile('rejected', '1');
    await tile('running', '1');
    await page.goto(`/?environment=${history.environment}&range=7d`);
    // The history has further runs in these days.
    await tile('succeeded', '1');
    const cells = await page.evaluate<string[]>(
      `[...document.querySelectorAll('table[aria-label="Runs by hour"] tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent).join('|')).filter((row) => row.includes('230'))`,
    );
    assert.equal(cells.length, 1, 'all of them were triggered in one hour');
  });

  it('the range is in the address, and a tile leads to its runs', async () => {
    await page.getByRole('button', { name: /Range/ }).click();
    await page.getByRole('option', { name: /Last night/ }).click();
    await page.waitForURL(({ searchParams }) => searchParams.get('range') === 'night');
    await page.goto(`/?environment=${history.environment}&range=24h`);
    await tile('unstarted', '2');
    await page.locator('[data-tile=unstarted]').click();
    await page.waitForURL(({ pathname, searchParams }) => pathname === '/runs' && searchParams.getAll('status').includes('DEPLOY_FAILED'));
    await page.goBack();
  });

  it('groups failures by their cause: numbers in messages do not split a group', async () => {
    await shows(page, '230 runs of 2 tasks');
    await shows(page, 'Connection refused: warehouse, attempt');
    await shows(page, 'No step could begin: <img src=x');
    await shows(page, 'The engine was not available');
    assert.equal(await page.locator('[data-cause]').count(), 4);
    await page.getByRole('link', { name: /^Show runs: Connection refused/ }).click();
    await page.waitForURL(({ pathname, searchParams }) => pathname === '/runs' && searchParams.get('cause') !== null);
    await page.locator('tbody tr', { hasText: 'Clean up' }).first().waitFor();
    await page.goBack();
  });

  it('mutes a cause until tomorrow or until one of its tasks succeeds; it stays counted', async () => {
    const muted = page.getByRole('button', { name: 'Show 1 muted cause (230 runs)' });
    await page.getByRole('button', { name: /^Mute: Connection refused/ }).click();
    await page.getByRole('menuitem', { name: 'Until tomorrow' }).click();
    await hides(page, '230 runs of 2 tasks');
    await tile('failed', '231');
    await page.reload();
    await muted.click();
    await page.getByRole('button', { name: 'Unmute' }).click();
    await shows(page, '230 runs of 2 tasks');
    await page.getByRole('button', { name: /^Mute: Connection refused/ }).click();
    await page.getByRole('menuitem', { name: 'Until one of its tasks succeeds' }).click();
    await hides(page, '230 runs of 2 tasks');
    const id = await pastExecution(server, history.clean, { triggeredAt: new Date(), status: 'EXECUTION_SUCCESS' });
    await page.reload();
    await shows(page, '230 runs of 2 tasks');
    await server.platform.db.writer.rows(sql`delete from task_execution where id = ${id}`);
  });

  it('runs all tasks of a cause again, each once, and says what was refused', async () => {
    const runsOfLoad = async (): Promise<number> => {
      const { count } = await server.platform.db.reader.only<{ count: number }>(sql`
      select count(*)::int as count
      from task_execution
      where task_id = ${history.load.id}`);
      return count;
    };
    const before = await runsOfLoad();
    await press(page, 'Run all again: Connection refused');
    await shows(page, '2 tasks start, each once');
    await pressInDialog(page, 'Run all again');
    // The person may run tasks of one of the two workspaces only.
    await shows(page, '1 task has been started.');
    await shows(page, '1 task was not started:');
    await dialog(page).getByText('Clean up').waitFor();
    await pressInDialog(page, 'Close');
    assert.equal(await runsOfLoad(), before + 1);
  });

  it('shows engines as marks with their names', async () => {
    const { name } = await server.platform.db.reader.only<{ name: string }>(sql`
      select name from engine where environment_id = ${history.environment} order by name limit 1`);
    await page
      .getByRole('link', { name: new RegExp(`^Engine ${name} `) })
      .first()
      .waitFor();
  });

  it('keeps its place while its numbers arrive', async () => {
    await page.goto(`/?environment=${history.environment}&range=24h`);
    await page.evaluate(
      `(() => { window.shift = 0; new PerformanceObserver((list) => list.getEntries().forEach((entry) => { window.shift += entry.value; })).observe({ type: 'layout-shift', buffered: true }); })()`,
    );
    await tile('failed', '231');
    await shows(page, 'The next 12 hours');
    assert.ok((await page.evaluate<number>('window.shift')) <= 0.05);
  });

  it('lists connections whose last test failed, until a test succeeds', async () => {
    const parameters = [{ name: 'url', value: 'http://127.0.0.1:1/' }];
    const body = { name: `warehouse ${HOSTILE_NAME}`, workspaceId: history.north.id, app: 'http', parameters };
    const { id } = (await server.call('POST /orchestration/connections', { body })).body;
    const path = { connectionId: id };
    assert.equal((await server.call('POST /orchestration/connections/{connectionId}/test', { path })).body.success, false);
    await page.goto(`/?environment=${history.environment}`);
    await shows(page, 'Connection warehouse <img src=x');
    await page.locator('[data-attention]', { hasText: /Test, .+: \S/ }).waitFor();
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

  it('lists the starts of the next 12 hours', async () => {
    const at = new Date(Date.now() + 3 * 3_600_000);
    const answer = await server.call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
      path: { taskId: history.load.id },
      body: { trigger: { type: 'CRON', cronExpression: `${at.getUTCMinutes()} ${at.getUTCHours()} * * ? *` }, runtime: { type: 'CLOUD' } },
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    await page.goto(`/?environment=${history.environment}`);
    await page.locator(`[data-due] a[href^="/tasks/${history.load.id}"]`, { hasText: /Load airports/ }).waitFor();
    await until(
      page,
      `[...document.querySelectorAll('table[aria-label="Runs by hour"] tbody tr td:last-child')].some((cell) => cell.textContent === '1')`,
    );
  });

  it('is readable in both themes and languages, without violations', async () => {
    await shows(page, 'The next 12 hours');
    await page.locator('[data-hours] svg g').nth(3).waitFor();
    await checkPage(page, 'home');
    await checkOtherForms(page, pathOf(page), 'home', 'Die nächsten 12 Stunden');
  });

  it('does not offer to run anything again to a person who may start no task', async () => {
    for (const held of [
      { permissions: ['SVC_OPERATOR'], rights: { [history.north.id]: ['VIEW'] } },
      { rights: { [history.north.id]: ['EXECUTE'] } },
    ] as const) {
      const other = await openConsole(server, await server.make.person(held), `/?environment=${history.environment}&range=7d`);
      await other.getByRole('button', { name: 'Mute' }).first().waitFor();
      assert.equal(await other.getByRole('button', { name: 'Run all again' }).count(), 0);
    }
  });
});
