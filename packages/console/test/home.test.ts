// run: own process, waiting because it starts a browser
/** The start page shows the problems of runs and connections, due starts, and the reason why a run waits. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { createHistory } from '../../server/test/support/history.ts';
import { pastExecution } from '../../server/test/support/past-executions.ts';
import {
  savePicture,
  skipsJourneys,
  startConsoleBrowser,
  startConsoleServer,
  violationsIn,
  type ConsoleBrowser,
} from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { HOSTILE_NAME } from './support/journey.ts';

const server = await startConsoleServer({ MILLRACE_OUTBOUND_ALLOW: 'loopback' });

describe('the start page of the console', { skip: skipsJourneys, timeout: 240_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;
  let history: Awaited<ReturnType<typeof createHistory>>;

  before(async () => {
    history = await createHistory(server);
    await addProblems();
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    const rights = { [history.north.id]: ['VIEW', 'EXECUTE'], [history.south.id]: ['VIEW'] } as const;
    const person = await server.make.person({ permissions: ['SVC_OPERATOR', 'SVC_WEBHOOK_MANAGEMENT'], rights });
    await tab.signIn(person, `/?environment=${history.environment}`);
  });
  after(() => browser?.stop());

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
    await tab.shows('1 run has failed since');
    await tab.press('Seen');
    await tab.hides('1 run has failed since');
  });

  it('lists runs that could not start, of tasks and plans, and runs with rejected rows, each with its explanation', async () => {
    await tab.shows('2 runs could not start since');
    await tab.shows("'Load airports' did not start: its engine was not available.");
    await tab.shows('No step could begin: <img src=x');
    await tab.shows('1 run has rejected rows since');
    await tab.shows('Rejected rows: 1,234');
    await tab.until(`document.querySelectorAll('.timeline .unstarted').length === 2`);
    const marks = await tab.evaluate<string[]>(
      `[...document.querySelectorAll('.timeline .timeline-run.unstarted, .timeline .timeline-run.rejected')].map((node) => node.className.split(' ').at(-1) + ' ' + node.title)`,
    );
    assert.deepEqual(marks.toSorted(), [
      `rejected Rows rejected`,
      `unstarted Deployment failed`,
      `unstarted Misfired: No step could begin: ${HOSTILE_NAME}`,
    ]);
  });

  it('lists connections whose last test failed, until a test succeeds', async () => {
    const parameters = [{ name: 'url', value: 'http://127.0.0.1:1/' }];
    const body = { name: `warehouse ${HOSTILE_NAME}`, workspaceId: history.north.id, app: 'http', parameters };
    const { id } = (await server.call('POST /orchestration/connections', { body })).body;
    const path = { connectionId: id };
    assert.equal((await server.call('POST /orchestration/connections/{connectionId}/test', { path })).body.success, false);
    await tab.open(`/?environment=${history.environment}`);
    await tab.shows('Connection warehouse <img src=x');
    await tab.until(`/Test, .+: \\S/.test(document.querySelector('.attention').innerText)`);
    await tab.press('Connection warehouse');
    await tab.until(`location.pathname === '/setup/connections/${id}'`);
    await tab.shows('Last check');
    assert.deepEqual(await violationsIn(tab), []);
    await savePicture(tab, 'connection-last-check');
    await tab.open(`/?environment=${history.environment}`);
  });

  it('explains why a run has waited for long', async () => {
    await server.platform.db.writer.rows(sql`
      update task_execution
      set triggered_at = now() - interval '20 minutes'
      where id = ${history.ids['open']}`);
    await tab.shows('Clean up has waited for 20 min');
  });

  it('shows the runs of the last 24 hours by task, each a link', async () => {
    const row = (label: RegExp): string =>
      `[...document.querySelectorAll('.timeline-name')].some((node) => ${label}.test(node.getAttribute('aria-label')))`;
    await tab.until(
      row(/^Load airports: (?:\d+ succeeded, )?1 failed, 1 could not start, 1 with rejected rows, \d+ running or waiting$/),
      'the runs of Load airports by kind',
    );
    await tab.until(row(/^Past: 1 could not start$/), 'the plan that could not start');
    assert.ok((await tab.evaluate<number>(`document.querySelectorAll('.timeline .timeline-run').length`)) >= 4);
  });

  it('lists the starts of the next 12 hours', async () => {
    const at = new Date(Date.now() + 3 * 3_600_000);
    const answer = await server.call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
      path: { taskId: history.load.id },
      body: { trigger: { type: 'CRON', cronExpression: `${at.getUTCMinutes()} ${at.getUTCHours()} * * ? *` }, runtime: { type: 'CLOUD' } },
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    await tab.open(`/?environment=${history.environment}`);
    await tab.until(`document.querySelector('.due')?.innerText.includes('Load airports')`);
  });

  it('is readable in both themes and languages, without violations', async () => {
    for (const language of ['en', 'de'] as const) {
      await tab.setLanguage(language);
      await tab.open(`/?environment=${history.environment}`);
      await tab.shows(language === 'en' ? 'The next 12 hours' : 'Die nächsten 12 Stunden');
      await tab.until(`document.querySelectorAll('.timeline .timeline-run').length > 3`);
      for (const theme of ['light', 'dark'] as const) {
        await tab.setAppearance({ theme });
        assert.deepEqual(await violationsIn(tab), [], `${language} ${theme}`);
        await savePicture(tab, `home-${language}-${theme}`);
      }
      await tab.setAppearance();
    }
    await tab.setAppearance({ width: 360, height: 740 });
    assert.ok(await tab.evaluate(`document.documentElement.scrollWidth <= 360`), 'the page is wider than the window');
    await savePicture(tab, 'home-narrow');
    assert.deepEqual(await tab.reports(), []);
    assert.equal(await tab.evaluate('window.hurt'), undefined, 'a script of a name has run');
  });
});
