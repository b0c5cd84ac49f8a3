// run: own process, waiting, browser, in test:all because it starts a browser
/** Faults while a page is open: the session ends, the server is unreachable, a right is withdrawn, the clock of the browser is wrong. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { sql } from '../../server/src/core/database/sql.ts';
import { standInEngine } from '../../server/test/support/engine.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { beginSession, openConsole, startConsoleServer } from './support/console-site.ts';
import { confirm, counts, hides, pathOf, press, shows } from './support/journey.ts';
import { savePicture, wcagViolationsIn } from './support/page-checks.ts';

const server = await startConsoleServer();
const { call, make, platform } = server;

describe('a page of the console that is open', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  let page: Page;
  let person: Awaited<ReturnType<typeof make.user>>;
  let workspace = '';
  let running = '';
  let ended = '';
  /** Ends the run that is running. */
  let finish: () => Promise<void>;

  before(async () => {
    const task = await make.task({ name: 'Load airports' });
    ({ workspace } = task);
    person = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace]: ['VIEW', 'EXECUTE'] } });
    const engine = await standInEngine(server, task.environment);
    const run = async (): Promise<string> =>
      (await call('POST /processing/executions', { body: { executable: task.id } })).body.executionId;
    ended = await run();
    const first = await engine.claimOne();
    await engine.start(first, Date.now());
    await engine.finish(first, { finishedAt: Date.now() });
    running = await run();
    const second = await engine.claimOne();
    await engine.start(second, Date.now());
    finish = async () => void (await engine.finish(second, { finishedAt: Date.now() }));
  });
  beforeEach(async () => {
    page = await openConsole(server, person, '/runs');
  });
  afterEach(() => page.context().close());
  after(closeBrowser);

  const endSessions = () => platform.db.writer.rows(sql`delete from sign_in_session where account_id = ${person.id}`);

  /** Sets a new session cookie, as another tab does, because tabs share their cookies. */
  const signInElsewhere = () => beginSession(server, page, person, 'another tab');

  const endOtherSessions = () =>
    platform.db.writer.rows(sql`delete from sign_in_session where account_id = ${person.id} and user_agent <> 'another tab'`);

  /** Starts another run with the values of the task. */
  async function runAgain(): Promise<void> {
    await press(page, 'Run again');
    await press(page, 'With the task’s values');
  }
  const showsAnotherRun = () => page.waitForURL(({ pathname }) => pathname !== `/runs/${ended}` && pathname.startsWith('/runs/'));

  it('says that the server does not answer when a proxy says so, and continues when it does', async () => {
    await shows(page, 'Load airports');
    const body = '<html><h1>502 Bad Gateway</h1></html>';
    await page.route('**/account/me', (route) => route.fulfill({ status: 502, contentType: 'text/html', body }));
    await page.reload();
    await shows(page, 'The server does not answer.');
    await hides(page, 'Bad Gateway');
    await page.unrouteAll();
    await shows(page, 'Load airports');
  });

  it('shows that the session has ended, and links to the sign-in, which returns to the page', async () => {
    await shows(page, '2 entries');
    await endSessions();
    await shows(page, 'Your session has ended');
    assert.deepEqual(await wcagViolationsIn(page), []);
    await savePicture(page, 'session-ended');
    await press(page, 'Sign in');
    await page.waitForURL(/\/login\?/);
    assert.match(new URL(page.url()).searchParams.get('return_to') ?? '', /^\/runs\?environment=/);
  });

  it('continues when another tab has signed in', async () => {
    await shows(page, 'entries');
    await endSessions();
    await shows(page, 'Your session has ended');
    await signInElsewhere();
    await hides(page, 'Your session has ended');
  });

  it('shows its own page while the server restarts, and opens the wanted page when the server answers again', async () => {
    await shows(page, '2 entries');
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    await press(page, 'Schedules');
    await shows(page, 'This page could not be loaded');
    assert.deepEqual(await wcagViolationsIn(page), []);
    await press(page, 'Try again');
    await shows(page, 'This page could not be loaded');
    await page.unrouteAll();
    await page.getByRole('heading', { name: 'Schedules', level: 1 }).waitFor();
    assert.match(pathOf(page), /^\/schedules\?environment=/);
  });

  it('loads itself again when an upgrade has removed a file that it needs', async () => {
    await shows(page, '2 entries');
    let isOld = true;
    await page.route('**/assets/**', (route) => (isOld ? route.fulfill({ status: 404, json: { status: 404 } }) : route.continue()));
    await press(page, 'Plans');
    await shows(page, 'This page could not be loaded');
    isOld = false;
    await page.getByRole('heading', { name: 'Plans', level: 1 }).waitFor();
  });

  it('has a page for an address that does not exist', async () => {
    const answer = await page.goto('/nonsense');
    assert.equal(answer?.status(), 404);
    await shows(page, 'There is no such page');
    await press(page, 'To the start page');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  });

  it('reads again what was refused before another tab has signed in', async () => {
    await shows(page, '2 entries');
    await page.route(/\/executions\/[^/]+$/, (route) => route.fulfill({ status: 401, json: { status: 401, message: 'ended' } }));
    await page.getByRole('link', { name: 'Load airports' }).first().click();
    await shows(page, 'Your session has ended');
    await page.unrouteAll();
    await hides(page, 'Your session has ended');
    await shows(page, 'Started by');
  });

  it('can change data after another tab has signed in again', async () => {
    await page.goto(`/runs/${ended}`);
    await runAgain();
    await showsAnotherRun();
    await signInElsewhere();
    await endOtherSessions();
    const before = pathOf(page);
    await press(page, 'Stop run');
    await shows(page, 'Stop this run?');
    await confirm(page);
    await shows(page, 'The run is being stopped.');
    assert.equal(pathOf(page), before);
  });

  it('signs out after another tab has signed in again', async () => {
    await page.goto(`/runs/${ended}`);
    await runAgain();
    await showsAnotherRun();
    // The page must not read the token of the new session for another call.
    await page.route(/\/search$/, (route) => route.abort());
    await signInElsewhere();
    await endOtherSessions();
    await press(page, 'Appearance and account');
    await press(page, 'Sign out');
    await shows(page, 'You are signed out.');
    await page.goto('/runs');
    await page.waitForURL(/\/login\?/);
  });

  it('shows that the server does not answer, keeps its content, and continues when the server answers', async () => {
    await page.goto(`/runs/${running}`);
    await shows(page, 'Running');
    await page.context().setOffline(true);
    await shows(page, 'The server does not answer');
    await shows(page, 'Load airports');
    await savePicture(page, 'server-gone');
    await page.context().setOffline(false);
    await hides(page, 'The server does not answer');
  });

  it('changes data in a second attempt, after the server was unreachable in the first one', async () => {
    await page.goto(`/runs/${ended}`);
    await shows(page, 'Run again');
    await page.context().setOffline(true);
    await runAgain();
    await page.locator('main header [role=alert]', { hasText: /The server does not answer/ }).waitFor();
    await page.context().setOffline(false);
    await runAgain();
    await showsAnotherRun();
  });

  it('shows the refusal when the right to see the run is withdrawn', async () => {
    await page.goto(`/runs/${running}`);
    await shows(page, 'Load airports');
    await platform.db.writer.rows(sql`delete from workspace_right where account_id = ${person.id}`);
    await shows(page, 'Copy details');
    await hides(page, 'Load airports');
    await platform.db.writer.rows(sql`
      insert into workspace_right (workspace_id, account_id, name)
      select ${workspace}, ${person.id}, unnest(array['VIEW', 'EXECUTE'])`);
  });

  it('computes durations by the clock of the server when the clock of the browser is an hour off', async () => {
    await page.addInitScript('const real = Date.now; Date.now = () => real() + 3_600_000');
    await page.goto('/runs?status=STARTING_FLOW_EXECUTION');
    await shows(page, 'Load airports');
    await page.locator('tbody td[data-label=Duration]', { hasText: /^\d+(?:\.\d)? s$|[1-9] min/ }).waitFor();
    assert.doesNotMatch(await page.innerText('tbody'), /\b1 h/);
  });

  it('explains the end of a run, even if an explanation from before the end arrives after it', async () => {
    // Explanations that the page requests before the end of the run arrive after the end.
    const [delayed, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.goto(`/runs/${running}`);
    await counts(page, '[data-phases] li', 4);
    await page.route(/\/explanation/, async (route) => {
      const response = await route.fetch();
      delayed.resolve();
      await released.promise;
      await route.fulfill({ response });
    });
    await delayed.promise;
    await finish();
    await page.locator('main header', { hasText: /Succeeded/ }).waitFor();
    released.resolve();
    await counts(page, '[data-phases] li', 5);
  });
});
