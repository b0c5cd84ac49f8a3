// run: own process, waiting, browser, in test:all because it starts a browser
/** The page of a run: why it failed, the values of another run, and the tools of the log, in Chromium with a real server. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { REPORTED_AT, standInEngine, type Line } from '../../server/test/support/engine.ts';
import { closeBrowser, skipsBrowserTests, type Page, type Request as Sent } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer, WIDE } from './support/console-site.ts';
import { closes, fill, has, hides, pathOf, press, pressInDialog, shows, until } from './support/journey.ts';
import { checkOtherForms, checkPage, savePicture } from './support/page-checks.ts';

const ERROR = 'Exception in component tDBConnection_1: Connection refused: db.example:1433';
const LINES = 3000;
/** Two errors, ten warnings, and each hundredth line is longer than the window is wide. */
const lineOf = (index: number): Line => ({
  at: REPORTED_AT + index,
  severity: index === 700 || index === 2990 ? 'ERROR' : index % 300 === 5 ? 'WARN' : 'INFO',
  type: 'STDOUT',
  message: index === 2990 ? ERROR : index % 100 === 0 ? `wide ${index} ${'column=value; '.repeat(60)}` : `line ${index}`,
});

const server = await startConsoleServer();

describe('the page of a run', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  const { call, make } = server;
  let page: Page;
  let [failed, succeeded, running, waiting] = ['', '', '', ''];
  /** Keeps the engine available, however long the tests take. */
  let sendHeartbeat: () => Promise<unknown>;

  before(async () => {
    const { id: workspace } = await make.workspace();
    const connection = await call('POST /orchestration/connections', {
      body: {
        name: 'warehouse',
        workspaceId: workspace,
        app: 'postgres',
        parameters: [{ name: 'host', value: 'db.example', encrypted: false }],
      },
    });
    const task = await make.task({
      workspace,
      name: 'Load orders',
      artifactParameters: [
        { name: 'city', type: 'string', required: false },
        { name: 'limit', type: 'string', required: false },
        { name: 'pin', type: 'password', required: false },
      ],
      parameters: { city: 'Lisbon', limit: '5', pin: '4711' },
      parallelExecutionAllowed: false,
    });
    const connections = JSON.stringify({ warehouse: connection.body.id });
    await server.platform.db.writer.rows(sql`update task set connections = ${connections}::jsonb where id = ${task.id}`);
    const engine = await standInEngine(server, task.environment);
    const begin = async (parameters = {}) => {
      const id: string = (await call('POST /processing/executions', { body: { executable: task.id, parameters } })).body.executionId;
      const lease = await engine.claimOne();
      await engine.start(lease, Date.now());
      return { id, lease };
    };
    for (let run = 0; run < 2; run += 1) {
      const { id, lease } = await begin({ city: 'Porto' });
      await engine.log(
        lease,
        Array.from({ length: LINES }, (_, index) => lineOf(index)),
      );
      await engine.finish(lease, {
        outcome: 'EXECUTION_FAILED',
        exitCode: 1,
        errorType: 'EXIT_CODE',
        errorMessage: 'The task ended with exit code 1',
        finishedAt: Date.now(),
      });
      failed = id;
    }
    const good = await begin();
    await engine.log(good.lease, ['one', 'two']);
    await engine.finish(good.lease, { finishedAt: Date.now() });
    succeeded = good.id;
    const live = await begin();
    await engine.log(live.lease, ['still going']);
    running = live.id;
    sendHeartbeat = () => engine.heartbeat([live.lease]);
    waiting = (await call('POST /processing/executions', { body: { executable: task.id } })).body.executionId;
    const person = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace]: ['VIEW', 'EXECUTE', 'AUTHOR'] } });
    page = await openConsole(server, person, `/runs/${failed}`);
  });
  after(closeBrowser);

  const notice = (): Promise<string> => page.innerText('[data-notice]');
  const marked = (text: RegExp): Promise<void> => page.locator('[data-marked]', { hasText: text }).waitFor();
  const numbers = (): Promise<number[]> =>
    page.evaluate(`[...document.querySelectorAll('[data-line] > a')].map((node) => Number(node.innerText))`);
  const lastShown = `[...document.querySelectorAll('[data-line]')].filter((node) => node.getBoundingClientRect().top < document.querySelector('[data-log]').getBoundingClientRect().bottom).at(-1)`;

  it('says why a run failed, with the line in the log, runs with the same cause, and the next step', async () => {
    await shows(page, 'Why it failed');
    await shows(page, 'the same cause as 1 other run since');
    const text = await notice();
    assert.match(text, /tDBConnection_1: Connection refused: db\.example:1433/);
    assert.match(text, /exit code 1/);
    await press(page, 'Line 2,991 of the log');
    await marked(/Connection refused/);
    await press(page, 'Test the connection “warehouse”');
    await page.locator('[data-notice] [role=status]', { hasText: /It does not work: / }).waitFor();
    await checkPage(page, 'run-failed');
    await press(page, 'the same cause as 1 other run');
    await page.waitForURL(/\/runs\?cause=/);
    await shows(page, '2 entries');
    await checkOtherForms(page, `/runs/${failed}`, 'run-failed', 'Warum er scheiterte', '[data-line]');
  });

  it('opens the log of a failed run at its last error, unless the address names a line or a filter', async () => {
    const isInView = `(() => {
      const [line, log] = [document.querySelector('[data-marked]'), document.querySelector('[data-log]')].map((node) => node?.getBoundingClientRect());
      return line !== undefined && line.top >= log.top && line.bottom <= log.bottom;
    })()`;
    await page.goto(`/runs/${failed}`);
    await marked(/Connection refused/);
    await until(page, isInView);
    assert.equal(new URL(page.url()).searchParams.get('line'), null);
    await page.goto(`/runs/${failed}?line=0`);
    await marked(/wide 0/);
    assert.equal((await numbers())[0], 1);
    await page.goto(`/runs/${failed}?severity=ERROR`);
    await shows(page, '2 lines match');
    assert.equal(await page.locator('[data-marked]').count(), 0);
    await press(page, 'Show the whole log');
    await marked(/Connection refused/);
    await page.goto(`/runs/${succeeded}`);
    await shows(page, 'two');
    assert.equal(await page.locator('[data-marked]').count(), 0);
  });

  it('says what a run waits for, and opens the run that is ahead of it', async () => {
    await sendHeartbeat();
    await page.goto(`/runs/${waiting}`);
    await page.locator('[data-notice=neutral]').waitFor();
    assert.doesNotMatch(await notice(), /\d{4}-\d\d-\d\dT|GET \/|PUT \//);
    await checkPage(page, 'run-waiting');
    await press(page, 'Open the run that it waits for');
    await page.waitForURL(({ pathname }) => pathname === `/runs/${running}`);
    await shows(page, 'still going');
  });

  it('runs again with the values of the task, with those of the run, or with edited ones, as the person says', async () => {
    /** Chooses an entry of the menu and returns the parameters of the call and of the run that it started. */
    async function startedBy(entry: string, edit?: () => Promise<void>) {
      await page.goto(`/runs/${failed}`);
      await press(page, 'Run again');
      await shows(page, 'Edit values first');
      await checkPage(page, 'run-again');
      const isStart = (request: Sent): boolean => request.method() === 'POST' && request.url().endsWith('/processing/executions');
      // The steps of `edit` have limits of their own.
      const sent = page.waitForRequest(isStart, { timeout: 0 });
      await press(page, entry);
      await edit?.();
      const { parameters, executable } = (await sent).postDataJSON();
      assert.ok(executable);
      await page.waitForURL(({ pathname }) => pathname !== `/runs/${failed}`);
      const executionId = pathOf(page).split(/[/?]/)[2] ?? '';
      const explained = await call('GET /processing/executions/{executionId}/explanation', { path: { executionId } });
      return { sent: parameters, used: explained.body.parameters, secrets: explained.body.secretParameters };
    }
    assert.deepEqual(await startedBy('With the task’s values'), {
      sent: undefined,
      used: { city: 'Lisbon', limit: '5' },
      secrets: ['pin'],
    });
    assert.deepEqual(await startedBy('With the values of this run (secrets: of the task)'), {
      sent: { city: 'Porto', limit: '5' },
      used: { city: 'Porto', limit: '5' },
      secrets: ['pin'],
    });
    const edited = await startedBy('Edit values first', async () => {
      await has(page, 'city', 'Porto');
      await fill(page, 'limit', '7');
      await checkPage(page, 'run-edit-values');
      await pressInDialog(page, 'Run now');
      await closes(page);
    });
    assert.deepEqual(edited, { sent: { city: 'Porto', limit: '7' }, used: { city: 'Porto', limit: '7' }, secrets: ['pin'] });
  });

  it('counts the lines of each severity, and lists those of several', async () => {
    await page.goto(`/runs/${failed}`);
    for (const chip of ['ERROR 2', 'WARN 10', 'INFO 2,988']) await page.getByRole('button', { name: chip, exact: true }).waitFor();
    await press(page, 'ERROR 2');
    await shows(page, '2 lines match');
    await press(page, 'WARN 10');
    await shows(page, '12 lines match');
    assert.equal(pathOf(page).match(/severity=/g)?.length, 2);
    assert.deepEqual((await numbers()).slice(0, 4), [6, 306, 606, 701]);
    await press(page, 'ERROR 2');
    await shows(page, '10 lines match');
  });

  it('leads from a line of the list to its place in the whole log, and back', async () => {
    await page.goto(`/runs/${failed}?severity=ERROR`);
    await shows(page, '2 lines match');
    await page.getByRole('link', { name: 'Line 701 in the whole log' }).click();
    await marked(/wide 700/);
    assert.ok((await numbers()).includes(700), 'the lines around it are shown');
    await page.goBack();
    await shows(page, '2 lines match');
  });

  it('steps through the hits of a search, forward and back, within the chosen severities', async () => {
    await page.goto(`/runs/${failed}`);
    await fill(page, 'Find in the log', 'wide');
    await page.keyboard.press('Enter');
    await shows(page, '1 of 30');
    await page.keyboard.press('Enter');
    await shows(page, '2 of 30');
    await marked(/wide 100/);
    await page.keyboard.press('Shift+Enter');
    await press(page, 'Previous hit');
    await shows(page, '30 of 30');
    await marked(/wide 2900/);
    await press(page, 'Next hit');
    await shows(page, '1 of 30');
    await press(page, 'ERROR 2');
    await press(page, 'Next hit');
    await shows(page, '1 of 1');
    await marked(/wide 700/);
    await shows(page, '2 lines match');
    await fill(page, 'Find in the log', 'nowhere');
    await page.keyboard.press('Enter');
    await shows(page, 'No hit');
  });

  it('wraps long lines, reaches the first and the last of them, and remembers it', async () => {
    await page.goto(`/runs/${failed}?line=0`);
    await shows(page, 'wide 0');
    await press(page, 'Wrap long lines');
    const height = `document.querySelector('[data-line="0"]')?.offsetHeight`;
    await until(page, `${height} > 40`);
    await page.reload();
    await until(page, `${height} > 40`);
    await page.locator('[data-log]').focus();
    await page.keyboard.press('End');
    await until(page, `${lastShown}?.dataset.line === '${LINES - 1}'`);
    const bottoms = await page.evaluate<number[]>(
      `[document.querySelector('[data-line="${LINES - 1}"]'), document.querySelector('[data-log]')].map((node) => node.getBoundingClientRect().bottom)`,
    );
    assert.ok(Math.abs((bottoms[0] ?? 0) - (bottoms[1] ?? 0)) < 20, `the last line ends at ${bottoms[0]}, the log at ${bottoms[1]}`);
    await page.goto(`/runs/${failed}?line=1500`);
    await marked(/wide 1500/);
    assert.ok(await page.locator('[data-marked]').isVisible());
    await page.locator('[data-log]').hover();
    const seen = (await numbers())[0] ?? 0;
    for (let turn = 0; turn < 3; turn += 1) await page.mouse.wheel(0, 400);
    await until(page, `Number(document.querySelector('[data-line] > a').innerText) > ${seen + 5}`);
    await savePicture(page, 'log-wrapped');
    await press(page, 'Wrap long lines');
    await until(page, `document.querySelector('[data-line]').offsetHeight === 20`);
  });

  it('fills the window with the log until Esc', async () => {
    await page.goto(`/runs/${failed}`);
    await shows(page, 'line 2989');
    await press(page, 'Fill the window');
    const box = await page.getByRole('region', { name: 'Log', exact: true }).boundingBox();
    assert.deepEqual([box?.x, box?.y, box?.width, box?.height], [0, 0, WIDE.width, WIDE.height]);
    await until(page, `document.querySelector('nav').closest('[inert]') !== null`);
    await checkPage(page, 'log-full');
    await page.keyboard.press('Escape');
    await until(page, `document.querySelector('[inert]') === null`);
    await page.getByRole('button', { name: 'Fill the window' }).waitFor();
  });

  it('hides the details, and remembers it', async () => {
    await page.goto(`/runs/${succeeded}`);
    await shows(page, 'Phases');
    await press(page, 'Hide the details');
    await hides(page, 'Phases');
    await page.reload();
    await shows(page, 'two');
    await hides(page, 'Phases');
    await press(page, 'Show the details');
    await shows(page, 'Phases');
  });

  it('gives the log the height that is left, and a short window a log that can be read', async () => {
    await page.goto(`/runs/${failed}`);
    await shows(page, 'line 2989');
    const heights = (): Promise<{ log: number; page: number; window: number }> =>
      page.evaluate(
        `(() => { const main = document.querySelector('main'); return { log: document.querySelector('[data-log]').clientHeight, page: main.scrollHeight, window: main.clientHeight } })()`,
      );
    const tall = await heights();
    assert.ok(tall.page <= tall.window && tall.log > WIDE.height / 2, JSON.stringify(tall));
    await page.setViewportSize({ width: WIDE.width, height: 400 });
    const short = await heights();
    assert.ok(short.log >= 250 && short.page > short.window, JSON.stringify(short));
    await page.setViewportSize(WIDE);
  });
});
