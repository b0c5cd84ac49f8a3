// run: own process, waiting, browser, in test:all because it starts a browser
/** A person signs in, finds a run, reads its log, and stops another one, in Chromium with a real server. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { standInEngine } from '../../server/test/support/engine.ts';
import { closeBrowser, skipsBrowserTests, skipsSweep, type Page } from '../../server/test/support/chromium.ts';
import { openPage, startConsoleServer } from './support/console-site.ts';
import { choose, confirm, counts, fill, hides, marksEntry, pathOf, press, shows, until } from './support/journey.ts';
import { checkOtherForms, checkPage, savePicture } from './support/page-checks.ts';

const HOSTILE = `<img src=x onerror="window.hurt=1"><script>window.hurt=1</script> \u202Eabc ${'long '.repeat(90)}`.slice(0, 255);

const server = await startConsoleServer();

describe('runs in the console', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  let page: Page;
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
    page = await openPage(server);
  });
  after(closeBrowser);

  it('sends a person without a session to the sign-in, and back to the URL', async () => {
    await page.goto('/runs?status=EXECUTION_FAILED');
    await page.waitForURL(/\/login\?/);
    assert.equal(new URL(page.url()).searchParams.get('return_to'), '/runs?status=EXECUTION_FAILED');
    await fill(page, 'Login', person.login);
    await fill(page, 'Password', person.password);
    await page.keyboard.press('Enter');
    await shows(page, 'Load airports');
    assert.match(pathOf(page), /^\/runs\?status=EXECUTION_FAILED&environment=/);
    await shows(page, '1 entry');
  });

  it('filters by keyboard; the URL has the filters', async () => {
    await page.goto('/runs');
    await shows(page, '3 entries');
    await checkPage(page, 'runs');
    // The chips count the runs of each state, whatever is chosen.
    for (const chip of ['All failures 1', 'Running 1', 'Succeeded 1', 'Stopped 0']) await shows(page, chip);
    await press(page, 'All failures');
    await page.waitForURL(/[?&]status=EXECUTION_FAILED/);
    await shows(page, '1 entry');
    // Its parts are chips of their own, each with the word that a row has. The bars are those of the runs that are shown.
    for (const chip of ['Failed 1', 'Timed out 0', 'Did not start 0']) await shows(page, chip);
    const bars = page.getByRole('toolbar', { name: 'Runs by time' });
    assert.equal(await bars.getByRole('button', { name: /Succeeded/ }).count(), 0);
    await bars.getByRole('button', { name: /All failures 1/ }).waitFor();
    assert.deepEqual(new URL(page.url()).searchParams.getAll('status').length, 4);
    await press(page, 'Timed out');
    await until(page, `!location.search.includes('TIMEOUT') && location.search.includes('MISFIRED')`);
    await press(page, 'Succeeded');
    await page.waitForURL(/[?&]status=EXECUTION_SUCCESS/);
    await shows(page, '2 entries');
    await shows(page, 'Running 1');
    // The last bar with runs narrows the range to its time.
    await page
      .getByRole('toolbar', { name: 'Runs by time' })
      .getByRole('button', { name: /Succeeded 1/ })
      .click();
    await page.waitForURL(/[?&]from=.*&to=/);
    await shows(page, '2 entries');
    await choose(page, 'Triggered', 'From … to …');
    await shows(page, 'Leave a field empty for a range without that end.');
    await checkPage(page, 'runs-range');
    await page.keyboard.press('Escape');
  });

  it('opens a run by keyboard', async () => {
    await page.goto('/runs');
    await shows(page, '3 entries');
    await page.locator('[data-row="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('[data-row="1"]:focus').waitFor();
    await page.keyboard.press('End');
    await page.locator('[data-row="2"]:focus').waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/runs\/./);
    await shows(page, 'still going');
  });

  it('shows a run with its explanation, and its log from the first line to the last', async () => {
    await page.goto(`/runs/${ended}?line=0`);
    await shows(page, 'Failed');
    await shows(page, 'line 0 green');
    for (const text of ['3,376 rows', '42 ms', 'Airports', 'Failure of read', 'finance.public.airports']) await shows(page, text);
    await page.locator('[data-count="3001"]').waitFor();
    await page.locator('[data-phases] > li:last-child', { hasText: /^Log complete.*\d{4}/ }).waitFor();
    await page.locator('[data-notice=bad]', { hasText: /Why it failed.*it broke <img src=x/ }).waitFor();
    await press(page, 'Line 3,001 of the log');
    await page.waitForURL(/[?&]line=3000/);
    await page.locator('[data-marked]', { hasText: /it broke <img src=x/ }).waitFor();
    await checkPage(page, 'run');
  });

  it('opens the line of a link', async () => {
    await page.goto(`/runs/${ended}?line=1500`);
    await shows(page, 'line 1500 green');
    assert.match(await page.innerText('[data-marked]'), /line 1500/);
  });

  it('stops a run, after a question', async () => {
    await page.goto(`/runs/${running}`);
    await shows(page, 'still going');
    await page.locator('main header', { hasText: /Running.*\d s/ }).waitFor();
    await shows(page, 'Log still arriving');
    await press(page, 'Stop run');
    await shows(page, 'Stop this run?');
    await checkPage(page, 'stop');
    await confirm(page);
    await shows(page, 'Stopping');
    await page.locator('main header', { hasText: 'stopped by Test User' }).waitFor();
  });

  it('says that the log of a run is incomplete when its engine was lost', async () => {
    const { writer } = server.platform.db;
    // A lease counts as expired only if the API could be reached for the time of a whole lease.
    // The server renews its own record, however late the timer is.
    await writer.only(sql`update api_presence set since = now() - interval '3 days' returning process_id`);
    await writer.rows(sql`update live_execution set lease_expires_at = now() - interval '1 second' where execution_id = ${running}`);
    await shows(page, 'Log incomplete');
    await shows(page, 'Lines that it sends later are refused.');
    await hides(page, 'Log still arriving');
    await checkPage(page, 'run-lost');
  });

  it('finds pages by the command palette', async () => {
    await page.goto('/');
    await shows(page, 'Needs attention');
    await page.keyboard.press('Control+k');
    await page.locator('input:focus').waitFor();
    // A pause between the letters marks the first entry, which another one replaces for a moment ("Run profiles").
    await page.keyboard.type('r');
    await marksEntry(page);
    await page.keyboard.type('uns');
    await counts(page, '[role=menuitem]', 1);
    await page.keyboard.press('ArrowDown');
    await marksEntry(page);
    await checkPage(page, 'palette');
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname === '/runs');
  });

  it('finds actions, tasks and artifacts by the palette', async () => {
    const { body } = await server.call('GET /orchestration/artifacts', { query: { limit: 1 } });
    const artifact = body.items[0];
    for (const [typed, name, path] of [
      ['new schedule', 'New schedule', '/schedules/new'],
      ['schedule new', 'New schedule', '/schedules/new'],
      ['Load airp', 'Load airports', '/tasks/'],
      ['airprots load', 'Load airports', '/tasks/'],
      [artifact?.name, artifact?.name, `/artifacts/${artifact?.id}`],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.locator('.palette input:focus').waitFor();
      await page.keyboard.type(typed ?? '');
      await counts(page, '[role=menuitem]', 1);
      await page.getByRole('menuitem', { name, exact: true }).waitFor();
      await page.keyboard.press('ArrowDown');
      await marksEntry(page);
      await page.keyboard.press('Enter');
      await page.waitForURL(({ pathname }) => pathname.startsWith(path));
    }
  });

  it('offers the pages that were opened last, when nothing is typed', async () => {
    await page.goto(`/runs/${ended}`);
    await shows(page, 'line 2999 green');
    // A page that was shown for less than a second counts as passed.
    await page.evaluate('{ const now = performance.now.bind(performance); performance.now = () => now() + 5000; }');
    await page.keyboard.press('Control+k');
    await page.locator('.palette input:focus').waitFor();
    await page.keyboard.type('new schedule');
    await page.keyboard.press('ArrowDown');
    await marksEntry(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname === '/schedules/new');
    await page.keyboard.press('Control+k');
    await shows(page, 'Recently opened');
    const [first] = await page.getByRole('menuitem').allInnerTexts();
    assert.equal(first, 'Load airports');
    await savePicture(page, 'palette-recent');
    await page.getByRole('menuitem').first().click();
    await page.waitForURL(({ pathname }) => pathname === `/runs/${ended}`);
  });

  it('is shown in German, and at 360 pixels', { skip: skipsSweep }, async () => {
    await checkOtherForms(page, '/runs', 'runs', 'Gescheitert', '[data-row="2"]');
    await checkOtherForms(page, `/runs/${ended}`, 'run', 'Zeile 3.001 des Logs', '[data-line]');
  });

  it('prints a run without the parts that only a screen needs', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`/runs/${ended}`);
    await shows(page, 'line 2999 green');
    const countLines = (): Promise<number> => page.locator('[data-line]').count();
    const seen = await countLines();
    await page.emulateMedia({ media: 'print' });
    for (const hidden of ['nav', 'header', 'main header button', '[role=toolbar] button'])
      assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
    await shows(page, 'Only the lines that were seen are printed.');
    const height = await page.evaluate<number>(`document.querySelector('[data-log]').clientHeight`);
    assert.ok(height < (seen + 2) * 20, `${height} pixels for ${seen} lines: there is space for lines that are not drawn`);
    assert.equal(await page.evaluate(`getComputedStyle(document.documentElement).colorScheme`), 'light');
    const document = (await page.pdf({ format: 'A4' })).toString('latin1');
    const pages = document.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    assert.ok(pages >= 1 && pages <= 4, `${pages} pages of paper`);
    assert.equal(await countLines(), seen, 'printing draws no further lines');
    await savePicture(page, 'run-print');
    await page.emulateMedia({ media: null, colorScheme: 'light' });
  });

  it('signs out', async () => {
    await page.goto('/runs');
    await shows(page, '3 entries');
    await press(page, 'Appearance and account');
    await shows(page, 'Sign out');
    await shows(page, 'As the system');
    await press(page, 'Dark');
    await page.locator('html[data-theme=dark]').waitFor();
    await press(page, 'As the system');
    await checkPage(page, 'menu');
    await press(page, 'Sign out');
    await shows(page, 'You are signed out.');
    await page.goto('/runs');
    await page.waitForURL(/\/login\?/);
  });
});
