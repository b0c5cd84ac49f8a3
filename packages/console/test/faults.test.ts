// run: own process, waiting, in test:all because it starts a browser
/** Faults while a page is open: the session ends, the server is unreachable, a right is withdrawn, the clock of the browser is wrong. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
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

const server = await startConsoleServer();
const { call, make, platform, url } = server;

describe('a page of the console that is open', { skip: skipsJourneys, timeout: 240_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;
  let person: Awaited<ReturnType<typeof make.person>>;
  let workspace = '';
  let running = '';
  let ended = '';
  /** Ends the run that is running. */
  let finish: () => Promise<void>;

  before(async () => {
    const task = await make.task({ name: 'Load airports' });
    ({ workspace } = task);
    person = await make.person({ permissions: ['SVC_OPERATOR'], rights: { [workspace]: ['VIEW', 'EXECUTE'] } });
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
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
  });
  beforeEach(() => tab.signIn(person, '/runs'));
  after(() => browser?.stop());

  const endSessions = () => platform.db.writer.rows(sql`delete from sign_in_session where account_id = ${person.id}`);

  /** Sets a new session cookie, as another tab does, because tabs share their cookies. */
  async function signInElsewhere(): Promise<void> {
    const secret = await platform.sessions.begin(platform.db.writer, {
      account: person.id,
      address: '127.0.0.1',
      userAgent: 'another tab',
    });
    await tab.send('Network.setCookie', { url, name: 'millrace_session', value: secret, httpOnly: true });
  }

  const endOtherSessions = () =>
    platform.db.writer.rows(sql`delete from sign_in_session where account_id = ${person.id} and user_agent <> 'another tab'`);

  /** Disconnects the page from the network, or reconnects it. */
  async function setOffline(offline: boolean): Promise<void> {
    await tab.send('Network.enable');
    await tab.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  }

  it('shows that the session has ended, and links to the sign-in, which returns to the page', async () => {
    await tab.shows('2 entries');
    await endSessions();
    await tab.shows('Your session has ended');
    assert.deepEqual(await violationsIn(tab), []);
    await savePicture(tab, 'session-ended');
    await tab.press('Sign in');
    await tab.until(`location.pathname === '/login' && document.readyState === 'complete'`);
    assert.match(await tab.evaluate(`new URLSearchParams(location.search).get('return_to')`), /^\/runs\?environment=/);
  });

  it('continues when another tab has signed in', async () => {
    await tab.shows('entries');
    await endSessions();
    await tab.shows('Your session has ended');
    await signInElsewhere();
    await tab.hides('Your session has ended');
  });

  it('can change data after another tab has signed in again', async () => {
    await tab.open(`/runs/${ended}`);
    await tab.press('Run again');
    await tab.until(`location.pathname !== '/runs/${ended}' && location.pathname.startsWith('/runs/')`);
    await signInElsewhere();
    await endOtherSessions();
    const before = await tab.path();
    await tab.press('Stop');
    await tab.shows('Stop this run?');
    await tab.enterOn(`[...document.querySelectorAll('[role=dialog] button')].at(-1)`);
    await tab.shows('The run is being stopped.');
    assert.equal(await tab.path(), before);
  });

  it('signs out after another tab has signed in again', async () => {
    await tab.open(`/runs/${ended}`);
    await tab.press('Run again');
    await tab.until(`location.pathname !== '/runs/${ended}' && location.pathname.startsWith('/runs/')`);
    await signInElsewhere();
    await endOtherSessions();
    await tab.press('Appearance and account');
    await tab.press('Sign out');
    await tab.shows('You are signed out.');
    await tab.open('/runs');
    await tab.until(`location.pathname === '/login' && document.readyState === 'complete'`);
  });

  it('shows that the server does not answer, keeps its content, and continues when the server answers', async () => {
    await tab.open(`/runs/${running}`);
    await tab.shows('Running');
    await setOffline(true);
    await tab.shows('The server does not answer');
    await tab.shows('Load airports');
    await savePicture(tab, 'server-gone');
    await setOffline(false);
    await tab.hides('The server does not answer');
  });

  it('changes data in a second attempt, after the server was unreachable in the first one', async () => {
    await tab.open(`/runs/${ended}`);
    await tab.shows('Run again');
    await setOffline(true);
    await tab.press('Run again');
    await tab.until(`document.querySelector('.page-head [role=alert]')?.innerText.includes('The server does not answer')`);
    await setOffline(false);
    await tab.press('Run again');
    await tab.until(`location.pathname !== '/runs/${ended}' && location.pathname.startsWith('/runs/')`);
  });

  it('shows the refusal when the right to see the run is withdrawn', async () => {
    await tab.open(`/runs/${running}`);
    await tab.shows('Load airports');
    await platform.db.writer.rows(sql`delete from workspace_right where account_id = ${person.id}`);
    await tab.shows('404 not_found');
    await tab.hides('Load airports');
    await platform.db.writer.rows(sql`
      insert into workspace_right (workspace_id, account_id, name)
      select ${workspace}, ${person.id}, unnest(array['VIEW', 'EXECUTE'])`);
  });

  it('computes durations by the clock of the server when the clock of the browser is an hour off', async () => {
    const { identifier } = await tab.send('Page.addScriptToEvaluateOnNewDocument', {
      source: 'const real = Date.now; Date.now = () => real() + 3_600_000',
    });
    await tab.open('/runs?status=STARTING_FLOW_EXECUTION');
    await tab.shows('Load airports');
    await tab.until(`/\\b\\d+(?:\\.\\d)? s\\b|[1-9] min/.test(document.querySelector('tbody').innerText)`);
    assert.doesNotMatch(await tab.evaluate(`document.querySelector('tbody').innerText`), /\b1 h/);
    await tab.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
  });

  it('explains the end of a run, even if an explanation from before the end arrives after it', async () => {
    // Explanations that the page requests before the end of the run arrive after the end.
    const source = `{
      const real = window.fetch;
      window.fetch = async (url, request) => {
        const answer = await real(url, request);
        if (window.isDelayed && String(url).includes('/explanation')) {
          window.hasDelayed = true;
          await new Promise((resolve) => { const timer = setInterval(() => { if (!window.isDelayed) { clearInterval(timer); resolve(); } }, 20); });
        }
        return answer;
      };
    }`;
    const { identifier } = await tab.send('Page.addScriptToEvaluateOnNewDocument', { source });
    await tab.open(`/runs/${running}`);
    await tab.until(`document.querySelectorAll('.run-progress li').length === 4`, 'a run that has started');
    await tab.evaluate('window.isDelayed = true');
    await tab.until('window.hasDelayed');
    await finish();
    await tab.until(`document.querySelector('.page-head').innerText.includes('Succeeded')`);
    await tab.evaluate('window.isDelayed = false');
    await tab.until(`document.querySelectorAll('.run-progress li').length === 5`, 'the end in the timeline of the run');
    await tab.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
  });
});
