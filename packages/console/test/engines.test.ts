// run: own process, waiting, in test:all because it starts a browser
/** A person pairs an engine, looks at its runs, and makes a cluster, in Chromium with a real server. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { standInEngine } from '../../server/test/support/engine.ts';
import { skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { confirm, fill, checkPage, checkNarrow, submit } from './support/journey.ts';

const HOSTILE = `<img src=x onerror="window.hurt=1"> \u202Eabc ${'long '.repeat(60)}`.slice(0, 255);

const server = await startConsoleServer();

describe('engines in the console', { skip: skipsJourneys, timeout: 240_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;
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
    const person = await make.person({
      permissions: ['SVC_OPERATOR', 'SVC_CLUSTER_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT'],
      rights: { [task.workspace]: ['VIEW', 'EXECUTE'] },
    });
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    await tab.signIn(person, `/engines?environment=${task.environment}`);
  });
  after(() => {
    clearInterval(heartbeats);
    return browser?.stop();
  });

  it('are listed with their state and load', async () => {
    await tab.shows('2 entries');
    await tab.shows('Not paired');
    await checkPage(tab, 'engines');
    await checkNarrow(tab, 'engines');
  });

  it('are paired by a command to copy', async () => {
    await tab.press('New engine');
    await fill(tab, 'Name', HOSTILE);
    await submit(tab);
    await tab.shows('409');
    await checkPage(tab, 'engine-new-refused');
    await fill(tab, 'Name', 'berlin');
    await submit(tab);
    await tab.shows('Pair berlin');
    const line = await tab.evaluate<string>(`document.querySelector('.copy-line code').innerText`);
    assert.match(line, new RegExp(`^MILLRACE_ENGINE_KEY=[0-9a-f]{64} millrace-engine pair ${server.url} && millrace-engine run$`));
    await checkPage(tab, 'engine-pair');
    await tab.press('Done');
    await tab.shows('3 entries');
  });

  it('show their runs, and get run profiles', async () => {
    await tab.open(`/engines/${engineId}`);
    await tab.shows('Load airports');
    await tab.shows('Running');
    await tab.press('New run profile');
    await fill(tab, 'Name', 'Large joins');
    await fill(tab, 'Java options', 'Xmx4g');
    await submit(tab);
    await tab.shows('400');
    await fill(tab, 'Java options', '-Xms1g\n-Xmx4g');
    await submit(tab);
    await tab.shows('-Xms1g -Xmx4g');
    await checkPage(tab, 'engine');
    await checkNarrow(tab, 'engine');
    await tab.open('/setup/run-profiles');
    await tab.shows('1 entry');
    await checkPage(tab, 'run-profiles');
  });

  it('are not deleted while a task is to run on them: the refusal is shown', async () => {
    await tab.open(`/engines/${engineId}`);
    await tab.shows('Large joins');
    await tab.press('Delete');
    await tab.shows('The server refuses it while');
    await confirm(tab);
    await tab.shows('409');
    await tab.key('Escape');
  });

  it('stand in for each other in a cluster', async () => {
    await tab.open('/setup/clusters');
    await tab.shows('There is no cluster in this environment');
    await checkPage(tab, 'clusters-none');
    await tab.press('New cluster');
    await fill(tab, 'Name', 'Night loads');
    await submit(tab);
    await tab.shows('The cluster has no engine yet');
    await tab.press('Add an engine');
    await tab.shows('Tasks that are to run on the engine');
    await tab.until(`document.querySelector('[role=dialog] [type=submit]')`);
    await submit(tab);
    await tab.shows('Remove from cluster');
    await checkPage(tab, 'cluster');
    await checkNarrow(tab, 'cluster');
    await tab.press('Remove from cluster');
    await tab.shows('The cluster has no engine yet');
    await tab.open('/setup/clusters');
    await tab.shows('1 entry');
    await checkPage(tab, 'clusters');
  });

  it('are shown in German', async () => {
    await tab.setLanguage('de');
    await tab.open('/engines');
    await tab.shows('3 Einträge');
    await checkPage(tab, 'engines-de');
    await tab.open(`/engines/${engineId}`);
    await tab.shows('Läufe auf dieser Engine');
    await checkPage(tab, 'engine-de');
    await tab.open('/setup/clusters');
    await tab.shows('1 Eintrag');
    await tab.press('Night loads');
    await tab.shows('Der Cluster hat noch keine Engine');
    await checkPage(tab, 'cluster-de');
    await tab.setLanguage('en');
  });
});
