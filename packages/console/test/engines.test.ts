// run: own process, waiting, browser, in test:all because it starts a browser
/** A person pairs an engine, looks at its runs, and makes a cluster, in Chromium with a real server. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { standInEngine } from '../../server/test/support/engine.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { confirm, fill, pathOf, press, shows, showsRefusal, submit } from './support/journey.ts';
import { checkOtherForms, checkPage } from './support/page-checks.ts';

const HOSTILE = `<img src=x onerror="window.hurt=1"> \u202Eabc ${'long '.repeat(60)}`.slice(0, 255);

const server = await startConsoleServer();

describe('engines in the console', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  let page: Page;
  let engineId = '';
  let heartbeats: NodeJS.Timeout;

  before(async () => {
    const { call, make } = server;
    const task = await make.task({ name: 'Load airports' });
    const engine = await standInEngine(server, task.environment);
    engineId = engine.id;
    await call('POST /processing/executions', { body: { executable: task.id } });
    const claim = await engine.claimOne();
    await engine.start(claim, Date.now());
    // The run continues during the test.
    heartbeats = setInterval(() => void engine.heartbeat([claim]).catch(() => undefined), 2000);
    await make.task({ workspace: task.workspace, engine: engineId });
    await call('POST /processing/runtimes/remote-engines', { body: { name: HOSTILE, environmentId: task.environment } });
    const person = await make.user({
      permissions: ['SVC_OPERATOR', 'SVC_CLUSTER_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT'],
      rights: { [task.workspace]: ['VIEW', 'EXECUTE'] },
    });
    page = await openConsole(server, person, `/engines?environment=${task.environment}`);
  });
  after(() => {
    clearInterval(heartbeats);
    return closeBrowser();
  });

  it('are listed with their state and load', async () => {
    await shows(page, '2 entries');
    await shows(page, 'Not paired');
    await checkPage(page, 'engines');
    await checkOtherForms(page, '/engines', 'engines', '2 Einträge');
  });

  it('are paired by a command to copy', async () => {
    await press(page, 'New engine');
    await fill(page, 'Name', HOSTILE);
    await submit(page);
    await showsRefusal(page, 409);
    await checkPage(page, 'engine-new-refused');
    await fill(page, 'Name', 'berlin');
    await submit(page);
    await shows(page, 'Pair berlin');
    const line = await page.innerText('.copy-line code');
    assert.match(line, new RegExp(`^MILLRACE_ENGINE_KEY=[0-9a-f]{64} millrace-engine pair ${server.url} && millrace-engine run$`));
    await checkPage(page, 'engine-pair');
    await press(page, 'Done');
    await shows(page, '3 entries');
  });

  it('show their runs, and get run profiles', async () => {
    await page.goto(`/engines/${engineId}`);
    await shows(page, 'Load airports');
    await shows(page, 'Running');
    await press(page, 'New run profile');
    await fill(page, 'Name', 'Large joins');
    await fill(page, 'Java options', 'Xmx4g');
    await submit(page);
    await showsRefusal(page, 400);
    await fill(page, 'Java options', '-Xms1g\n-Xmx4g');
    await submit(page);
    await shows(page, '-Xms1g -Xmx4g');
    await checkPage(page, 'engine');
    await checkOtherForms(page, `/engines/${engineId}`, 'engine', 'Läufe auf dieser Engine');
    await page.goto('/setup/run-profiles');
    await shows(page, '1 entry');
    await checkPage(page, 'run-profiles');
  });

  it('are not deleted while a task is to run on them: the refusal is shown', async () => {
    await page.goto(`/engines/${engineId}`);
    await shows(page, 'Large joins');
    await press(page, 'Delete');
    await shows(page, 'The server refuses it while');
    await confirm(page);
    await showsRefusal(page, 409);
    await page.keyboard.press('Escape');
  });

  it('stand in for each other in a cluster', async () => {
    await page.goto('/setup/clusters');
    await shows(page, 'There is no cluster in this environment');
    await checkPage(page, 'clusters-none');
    await press(page, 'New cluster');
    await fill(page, 'Name', 'Night loads');
    await submit(page);
    await shows(page, 'The cluster has no engine yet');
    await shows(page, 'No engine yet');
    await press(page, 'Add an engine');
    await shows(page, 'Tasks that are to run on the engine');
    await page.locator('[role=dialog] [type=submit]').waitFor();
    await submit(page);
    await shows(page, 'Remove from cluster');
    await checkPage(page, 'cluster');
    await checkOtherForms(page, pathOf(page), 'cluster', 'Aus dem Cluster');
    await press(page, 'Remove from cluster');
    await shows(page, 'The cluster has no engine yet');
    await page.goto('/setup/clusters');
    await shows(page, '1 entry');
    await checkPage(page, 'clusters');
  });
});
