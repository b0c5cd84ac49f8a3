// isolation: own process, waiting because it starts a browser
/** The start page shows failed runs, due starts, and the reason why a run waits. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { createHistory } from '../../server/test/support/history.ts';
import {
  keepPicture,
  skipsJourneys,
  startConsoleBrowser,
  startConsoleServer,
  violationsIn,
  type ConsoleBrowser,
} from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';

const server = await startConsoleServer();

describe('the start page of the console', { skip: skipsJourneys, timeout: 240_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;
  let history: Awaited<ReturnType<typeof createHistory>>;

  before(async () => {
    history = await createHistory(server);
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    const rights = { [history.north.id]: ['VIEW', 'EXECUTE'], [history.south.id]: ['VIEW'] } as const;
    const person = await server.make.person({ permissions: ['SVC_OPERATOR', 'SVC_WEBHOOK_MANAGEMENT'], rights });
    await tab.signIn(person, `/?environment=${history.environment}`);
  });
  after(() => browser?.stop());

  it('lists failed runs, until the person marks them as seen', async () => {
    await tab.shows('1 run has failed since');
    await tab.press('Seen');
    await tab.hides('1 run has failed since');
  });

  it('explains why a run has waited for long', async () => {
    await server.platform.db.writer.rows(sql`
      update task_execution
      set triggered_at = now() - interval '20 minutes'
      where id = ${history.ids['open']}`);
    await tab.shows('Clean up has waited for 20 min');
  });

  it('shows the runs of the last 24 hours by task, each a link', async () => {
    await tab.shows('Load airports');
    const names = await tab.evaluate<string[]>(
      `[...document.querySelectorAll('.timeline-name')].map((one) => one.getAttribute('aria-label'))`,
    );
    assert.ok(
      names.some((name) => /^Load airports: \d+ succeeded, 1 failed, \d+ others$/.test(name)),
      String(names),
    );
    assert.ok((await tab.evaluate<number>(`document.querySelectorAll('.timeline-run').length`)) >= 4);
  });

  it('lists what is due in the next 12 hours', async () => {
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
      await tab.until(`document.querySelectorAll('.timeline-run').length > 3`);
      for (const theme of ['light', 'dark'] as const) {
        await tab.setAppearance({ theme });
        assert.deepEqual(await violationsIn(tab), [], `${language} ${theme}`);
        await keepPicture(tab, `home-${language}-${theme}`);
      }
      await tab.setAppearance();
    }
    await tab.setAppearance({ width: 360, height: 740 });
    assert.ok(await tab.evaluate(`document.documentElement.scrollWidth <= 360`), 'the page is wider than the window');
    await keepPicture(tab, 'home-narrow');
    assert.deepEqual(await tab.reports(), []);
  });
});
