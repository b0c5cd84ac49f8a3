// run: own process, waiting, in test:all because it starts a browser
/** A person signs in, finds a run, reads its log, and stops another one, in Chromium with a real server. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { standInEngine } from '../../server/test/support/engine.ts';
import {
  savePicture,
  skipsJourneys,
  startConsoleBrowser,
  startConsoleServer,
  violationsIn,
  type ConsoleBrowser,
} from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';

const HOSTILE = `<img src=x onerror="window.hurt=1"><script>window.hurt=1</script> \u202Eabc ${'long '.repeat(90)}`.slice(0, 255);

const server = await startConsoleServer();

describe('runs in the console', { skip: skipsJourneys, timeout: 240_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;
  let person: { login: string; password: string };
  let ended = '';
  let running = '';

  before(async () => {
    const { call, make } = server;
    const task = await make.task({ name: 'Load airports' });
    person = await make.person({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: ['VIEW', 'EXECUTE'] } });
    const hostile = await make.task({ workspace: task.workspace, name: HOSTILE });
    const engine = await standInEngine(server, task.environment);
    const run = async (executable: string): Promise<string> =>
      (await call('POST /processing/executions', { body: { executable } })).body.executionId;

    ended = await run(task.id);
    const first = await engine.claimOne();
    await engine.start(first, Date.now());
    await engine.log(first, [
      ...Array.from({ length: 3000 }, (_, index) => `line ${index} \u001B[32mgreen\u001B[0m`),
      { at: Date.now(), severity: 'ERROR', type: 'STDERR', message: `it broke ${HOSTILE}` },
    ]);
    const component = {
      connector_type: 'csv',
      connector_id: 'read',
      connector_label: `Read ${HOSTILE}`,
      target_label: 'Airports',
      component_start_time_seconds: 1,
      component_connection_rows_total: 3376,
      component_execution_duration_milliseconds: 42,
      stacktrace: 'at line 7',
    };
    await engine.finish(first, {
      outcome: 'EXECUTION_FAILED',
      finishedAt: Date.now(),
      components: [component],
      outputs: [{ namespace: 'postgres://warehouse:5432', name: 'finance.public.airports' }],
    });
    await run(hostile.id);
    const second = await engine.claimOne();
    await engine.start(second, Date.now());
    await engine.finish(second, { finishedAt: Date.now() });
    running = await run(task.id);
    const third = await engine.claimOne();
    await engine.start(third, Date.now());
    await engine.log(third, ['still going']);
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
  });
  after(() => browser?.stop());

  const checkPage = async (name: string): Promise<void> => {
    for (const theme of ['light', 'dark'] as const) {
      await tab.setAppearance({ theme });
      assert.deepEqual(await violationsIn(tab), [], `${name} ${theme}`);
      await savePicture(tab, `${name}-${theme}`);
    }
    await tab.setAppearance();
    assert.deepEqual(await tab.reports(), [], 'the policy has forbidden something');
    assert.equal(await tab.evaluate('window.hurt'), undefined, 'a script of a name has run');
  };

  it('sends a person without a session to the sign-in, and back to the URL', async () => {
    await tab.open('/runs?status=EXECUTION_FAILED');
    await tab.until(`location.pathname === '/login' && document.readyState === 'complete'`);
    assert.equal(await tab.evaluate(`new URLSearchParams(location.search).get('return_to')`), '/runs?status=EXECUTION_FAILED');
    await tab.signIn(person, '/runs?status=EXECUTION_FAILED');
    await tab.shows('Load airports');
    assert.match(await tab.path(), /^\/runs\?status=EXECUTION_FAILED&environment=/);
    await tab.shows('1 entry');
  });

  it('filters by keyboard; the URL has the filters', async () => {
    await tab.open('/runs');
    await tab.shows('3 entries');
    await checkPage('runs');
    await tab.press('Any');
    await tab.shows('Misfired');
    await tab.press('Failed');
    await tab.key('Escape');
    await tab.until(`location.search.includes('status=EXECUTION_FAILED')`);
    await tab.shows('1 entry');
  });

  it('opens a run by keyboard', async () => {
    await tab.open('/runs');
    await tab.shows('3 entries');
    await tab.evaluate(`document.querySelector('[data-row="0"]').focus()`);
    await tab.key('ArrowDown');
    await tab.until(`document.activeElement.dataset.row === '1'`);
    await tab.key('End');
    await tab.until(`document.activeElement.dataset.row === '2'`);
    await tab.key('Home');
    await tab.key('Enter');
    await tab.until(`location.pathname.startsWith('/runs/')`);
    await tab.shows('still going');
  });

  it('shows a run with its explanation, and its log from the first line to the last', async () => {
    await tab.open(`/runs/${ended}`);
    await tab.shows('Failed');
    await tab.shows('line 0 green');
    for (const text of ['3,376', '42 ms', 'Airports', 'Failure of read', 'finance.public.airports']) await tab.shows(text);
    await tab.shows('3,001 lines');
    const progress = `[...document.querySelectorAll('.run-progress > li')].map((node) => node.innerText.replaceAll('\\n', ' '))`;
    await tab.until(`/^Log complete .*\\d{4}/.test(${progress}.at(-1))`, 'the time from which the log is complete');
    await tab.press('First error');
    await tab.shows('it broke <img src=x');
    await tab.until(`location.search.includes('line=3000')`);
    await checkPage('run');
  });

  it('opens the line of a link', async () => {
    await tab.open(`/runs/${ended}?line=1500`);
    await tab.shows('line 1500 green');
    assert.match(await tab.evaluate(`document.querySelector('.log-line.marked').innerText`), /line 1500/);
  });

  it('stops a run, after a question', async () => {
    await tab.open(`/runs/${running}`);
    await tab.shows('still going');
    // The sentences of the server have times as in JSON.
    await tab.until(
      `/ since [A-Z][a-z]+ \\d+, \\d{4}, /.test(document.querySelector('.run-progress').parentElement.querySelector('p').innerText)`,
      'a time of the viewer',
    );
    await tab.shows('Log still arriving');
    await tab.press('Stop');
    await tab.shows('Stop this run?');
    await checkPage('stop');
    await tab.enterOn(`[...document.querySelectorAll('[role=dialog] button')].at(-1)`);
    await tab.shows('Stopping');
  });

  it('says that the log of a run is incomplete when its engine was lost', async () => {
    const { writer } = server.platform.db;
    // A lease counts as expired only if the API could be reached for the time of a whole lease.
    await writer.rows(sql`
      insert into api_presence (process_id, since, seen_at)
      values ('00000000-0000-0000-0000-000000000001', now() - interval '3 days', now())`);
    await writer.rows(sql`update live_execution set lease_expires_at = now() - interval '1 second' where execution_id = ${running}`);
    await tab.shows('Log incomplete');
    await tab.shows('Lines that it sends later are refused.');
    await tab.hides('Log still arriving');
    await checkPage('run-lost');
  });

  it('finds pages by the command palette', async () => {
    await tab.open('/');
    await tab.shows('Needs attention');
    await tab.key('k', { control: true });
    await tab.until(`document.activeElement.tagName === 'INPUT'`);
    await tab.type('runs');
    await tab.until(`document.querySelectorAll('[role=menuitem]').length === 1`, 'one entry that matches');
    await tab.key('ArrowDown');
    await checkPage('palette');
    await tab.key('Enter');
    await tab.until(`location.pathname === '/runs'`);
  });

  it('finds actions, tasks and artifacts by the palette', async () => {
    const { body } = await server.call('GET /orchestration/artifacts', { query: { limit: 1 } });
    const artifact = body.items[0];
    for (const [typed, name, path] of [
      ['new plan', 'New plan', '/plans/new'],
      ['Load airp', 'Load airports', '/tasks/'],
      [artifact?.name, artifact?.name, `/artifacts/${artifact?.id}`],
    ] as const) {
      await tab.key('k', { control: true });
      await tab.until(`document.activeElement.matches('.palette input')`, 'the palette');
      await tab.type(typed ?? '');
      await tab.until(
        `[...document.querySelectorAll('[role=menuitem]')].map(({ innerText }) => innerText).join() === ${JSON.stringify(name)}`,
        `${name} alone`,
      );
      await tab.key('ArrowDown');
      await tab.key('Enter');
      await tab.until(`location.pathname.startsWith('${path}')`, path);
    }
  });

  it('is shown in German', async () => {
    await tab.setLanguage('de');
    await tab.open('/runs');
    await tab.shows('3 Einträge');
    await tab.shows('Gescheitert');
    assert.equal(await tab.evaluate('document.documentElement.lang'), 'de');
    await checkPage('runs-de');
    await tab.open(`/runs/${ended}`);
    await tab.shows('3.001 Zeilen');
    await checkPage('run-de');
    await tab.setLanguage('en');
  });

  it('is usable at 360 pixels', async () => {
    await tab.setAppearance({ width: 360, height: 740 });
    await tab.open('/runs');
    await tab.shows('3 entries');
    assert.ok(await tab.evaluate(`document.documentElement.scrollWidth <= 360`), 'the page is wider than the window');
    await savePicture(tab, 'runs-narrow');
    await tab.open(`/runs/${ended}`);
    await tab.shows('line 0 green');
    assert.ok(await tab.evaluate(`document.documentElement.scrollWidth <= 360`), 'the page is wider than the window');
    await savePicture(tab, 'run-narrow');
    await tab.setAppearance();
  });

  it('prints a run without the parts that only a screen needs', async () => {
    await tab.setAppearance({ theme: 'dark' });
    await tab.open(`/runs/${ended}`);
    await tab.shows('line 0 green');
    const countLines = (): Promise<number> => tab.evaluate(`document.querySelectorAll('.log-line').length`);
    const seen = await countLines();
    await tab.send('Emulation.setEmulatedMedia', { media: 'print', features: [{ name: 'prefers-color-scheme', value: 'dark' }] });
    for (const hidden of ['nav', '.shell-head', '.page-actions', '.log-tools button'])
      assert.equal(await tab.evaluate(`document.querySelector('${hidden}').checkVisibility()`), false, hidden);
    await tab.shows('Only the lines that were seen are printed.');
    const height = await tab.evaluate<number>(`document.querySelector('.log-scroll').clientHeight`);
    assert.ok(height < (seen + 2) * 20, `${height} pixels for ${seen} lines: there is space for lines that are not drawn`);
    assert.equal(await tab.evaluate(`getComputedStyle(document.documentElement).colorScheme`), 'light');
    const { data } = await tab.send('Page.printToPDF', { paperWidth: 8.27, paperHeight: 11.69 });
    const pages =
      Buffer.from(String(data), 'base64')
        .toString('latin1')
        .match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    assert.ok(pages >= 1 && pages <= 4, `${pages} pages of paper`);
    assert.equal(await countLines(), seen, 'printing draws no further lines');
    await savePicture(tab, 'run-print');
    await tab.send('Emulation.setEmulatedMedia', { media: '' });
    await tab.setAppearance();
  });

  it('signs out', async () => {
    await tab.open('/runs');
    await tab.shows('3 entries');
    await tab.press('Appearance and account');
    await tab.shows('Sign out');
    await tab.shows('As the system');
    await tab.press('Dark');
    await tab.until(`document.documentElement.dataset.theme === 'dark'`);
    await tab.press('As the system');
    await checkPage('menu');
    await tab.press('Sign out');
    await tab.shows('You are signed out.');
    await tab.open('/runs');
    await tab.until(`location.pathname === '/login' && document.readyState === 'complete'`);
  });
});
