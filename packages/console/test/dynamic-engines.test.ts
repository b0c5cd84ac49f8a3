// run: own process, waiting, in test:all because it starts a browser
/** A person makes a dynamic engine, downloads its package, assigns an environment, and reads what the cluster reports: in Chromium. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { standInOperator, type StandInOperator } from '../../server/test/support/operator.ts';
import { skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { checkNarrow, checkOtherForms, checkPage, choose, confirm, fill, HOSTILE_NAME, pressInDialog, submit } from './support/journey.ts';

const HOSTILE = `${HOSTILE_NAME} ${'long '.repeat(60)}`.slice(0, 255);
const ENGINES = '/setup/dynamic-engines';
const ENVIRONMENTS = '/setup/dynamic-engine-environments';

const server = await startConsoleServer();

describe('dynamic engines in the console', { skip: skipsJourneys, timeout: 240_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;
  let downloads = '';
  let operator: StandInOperator;
  let reports: NodeJS.Timeout;
  let report: Parameters<StandInOperator['report']>[0];

  before(async () => {
    const { make } = server;
    await make.workspace();
    downloads = await mkdtemp(join(tmpdir(), 'millrace-downloads-'));
    const person = await make.person({ permissions: ['SVC_CLUSTER_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT'] });
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
    await tab.setAppearance();
    await tab.signIn(person, ENGINES);
  });
  after(async () => {
    clearInterval(reports);
    await browser?.stop();
    await rm(downloads, { recursive: true, force: true });
  });

  it('are created, and lead to their package', async () => {
    await tab.shows('There is no dynamic engine');
    await checkPage(tab, 'dynamic-engines-none');
    await tab.press('New dynamic engine');
    await fill(tab, 'Name', HOSTILE);
    await submit(tab);
    await tab.shows('Waits for its cluster');
    await tab.shows('It works once, within 24 hours');
    await tab.shows('Nothing was reported yet');
    await tab.shows('No environment is assigned to this engine');
    await checkPage(tab, 'dynamic-engine-new');
    await checkNarrow(tab, 'dynamic-engine-new');
  });

  it('give a zip with a key to the person', async () => {
    await tab.press('Download');
    await tab.shows('Unpack the zip');
    const id = (await tab.path()).match(/dynamic-engines\/([^?]+)/)?.[1] ?? '';
    await tab.shows(`--values ${id}-values.yaml`);
    const zip = await downloaded(`${id}-helm.zip`);
    assert.equal(zip.subarray(0, 2).toString(), 'PK');
    await choose(tab, 'Install with', 'kubectl');
    await tab.evaluate(`document.querySelector('.check input').click()`);
    await tab.shows('The key of earlier packages becomes invalid');
    await tab.press('Download');
    await tab.shows('kubectl apply -f resources.yaml');
    await downloaded(`${id}-manifest.zip`);
    await checkPage(tab, 'dynamic-engine-package');
    await tab.open(ENGINES);
    await tab.shows('1 entry');
    await checkPage(tab, 'dynamic-engines');
    await checkNarrow(tab, 'dynamic-engines');
  });

  it('get environments, whose states follow the reports of the cluster', async () => {
    operator = await standInOperator(server);
    reports = setInterval(() => void operator.report(report).catch(() => undefined), 1000);
    await tab.open(ENVIRONMENTS);
    await tab.shows('There is no dynamic-engine environment');
    await checkPage(tab, 'dynamic-environments-none');
    await tab.press('New environment');
    await fill(tab, 'Name', 'Production pods');
    await fill(tab, 'Name of its first workspace', 'Finance');
    await submit(tab);
    await tab.shows('The environment is assigned to no engine');
    await tab.open(`${ENGINES}/${operator.id}`);
    await tab.shows('Connected');
    await tab.press('Assign an environment');
    await tab.shows('Production pods');
    await checkPage(tab, 'dynamic-engine-assign');
    await pressInDialog(tab, 'Assign an environment');
    await tab.shows('Not installed yet');
    const { environments } = await operator.desired();
    report = fullReport(environments[0]?.linkId ?? '');
    await tab.shows('Ready');
    for (const text of ['engine-operator', 'agent-0', 'Back-off pulling image', 'networkpolicy/agent', 'refused by admission', 'Failed'])
      await tab.shows(text);
    await checkPage(tab, 'dynamic-engine');
    await checkNarrow(tab, 'dynamic-engine');
    await tab.press('Production pods');
    await tab.shows('In the cluster');
    await tab.shows('engine-agent');
    await checkPage(tab, 'dynamic-environment');
    await checkOtherForms(tab, await tab.path(), 'dynamic-environment', 'Im Cluster');
    await checkOtherForms(tab, `${ENGINES}/${operator.id}`, 'dynamic-engine', 'Bereit');
  });

  it('are not deleted while an environment is assigned: the refusal is shown', async () => {
    await tab.open(`${ENGINES}/${operator.id}`);
    await tab.shows('Ready');
    await tab.press('Delete');
    await confirm(tab);
    await tab.shows('409 dynamic_engine_in_use');
    await tab.key('Escape');
    await tab.open(`${ENVIRONMENTS}?status=READY`);
    await tab.shows('1 entry');
    await checkPage(tab, 'dynamic-environments');
    await checkOtherForms(tab, ENVIRONMENTS, 'dynamic-environments', '1 Eintrag');
    await tab.press('Production pods');
    await tab.shows('Runs');
    await tab.press('Delete');
    await confirm(tab);
    await tab.shows('409 environment_assigned');
    await tab.key('Escape');
  });

  it('are shown as silent, with their last report', async () => {
    clearInterval(reports);
    await operator.fallSilent();
    await tab.open(`${ENGINES}/${operator.id}`);
    await tab.shows('Does not report');
    await tab.shows('This report is old');
    await tab.shows('Not ready');
    await tab.shows('Back-off pulling image');
    await checkPage(tab, 'dynamic-engine-silent');
  });

  it('are unassigned from an environment; then both can be deleted', async () => {
    await tab.press('Unassign');
    await tab.shows('The operator removes the environment from its cluster');
    await confirm(tab);
    await tab.shows('No environment is assigned to this engine');
    await tab.open(ENVIRONMENTS);
    await tab.press('Production pods');
    await tab.shows('The environment is assigned to no engine');
    await tab.press('Edit');
    await fill(tab, 'Description', 'What runs as pods');
    await submit(tab);
    await tab.shows('Saved.');
    await tab.shows('What runs as pods');
    await tab.press('Delete');
    await confirm(tab);
    await tab.shows('There is no dynamic-engine environment');
    await tab.open(`${ENGINES}/${operator.id}`);
    await tab.press('Delete');
    await confirm(tab);
    await tab.shows('1 entry');
  });

  async function downloaded(name: string): Promise<Buffer> {
    while (!(await readdir(downloads)).includes(name)) await wait(50);
    return readFile(join(downloads, name));
  }
});

/** A report of a running engine, with an environment in which one pod does not run. */
const fullReport = (linkId: string): Parameters<StandInOperator['report']>[0] => ({
  version: '0.1.0',
  deploymentType: 'helm',
  infra: {
    status: 'RUNNING',
    services: [
      {
        name: 'engine-operator',
        status: 'RUNNING',
        chartVersion: '0.1.0',
        creationDate: '2026-11-23T10:00:00Z',
        appsVersion: { operator: '0.1.0' },
        podsErrors: { 'agent-0': HOSTILE },
        resourcesErrors: { 'networkpolicy/agent': 'refused by admission' },
        jobStatus: 'FAILED',
        jobErrorMessage: 'no rights',
      },
    ],
    failureEvents: [{ message: 'Back-off pulling image', source: 'pod/engine-agent-0', creationDate: '2026-11-23T10:15:00+01:00' }],
  },
  environments: [{ linkId, status: 'RUNNING', services: [{ name: 'engine-agent', status: 'RUNNING' }] }],
});
