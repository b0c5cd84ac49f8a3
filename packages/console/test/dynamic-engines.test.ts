// run: own process, waiting, browser, in test:all because it starts a browser
/** A person makes a dynamic engine, downloads its package, assigns an environment, and reads what the cluster reports: in Chromium. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { standInOperator, type StandInOperator } from '../../server/test/support/operator.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { HOSTILE_NAME, choose, confirm, fill, pathOf, press, pressInDialog, shows, showsRefusal, submit, tick } from './support/journey.ts';
import { checkNarrow, checkOtherForms, checkPage } from './support/page-checks.ts';

const HOSTILE = `${HOSTILE_NAME} ${'long '.repeat(60)}`.slice(0, 255);
const ENGINES = '/setup/dynamic-engines';
const ENVIRONMENTS = '/setup/dynamic-engine-environments';

const server = await startConsoleServer();

describe('dynamic engines in the console', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  let page: Page;
  let operator: StandInOperator;
  let reports: NodeJS.Timeout;
  let report: Parameters<StandInOperator['report']>[0];

  before(async () => {
    const { make } = server;
    await make.workspace();
    const person = await make.user({ permissions: ['SVC_CLUSTER_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT'] });
    page = await openConsole(server, person, ENGINES);
  });
  after(async () => {
    clearInterval(reports);
    await closeBrowser();
  });

  it('are created, and lead to their package', async () => {
    await shows(page, 'There is no dynamic engine');
    await checkPage(page, 'dynamic-engines-none');
    await press(page, 'New dynamic engine');
    await fill(page, 'Name', HOSTILE);
    await submit(page);
    await shows(page, 'Waits for its cluster');
    await shows(page, 'It works once, within 24 hours');
    await shows(page, 'Nothing was reported yet');
    await shows(page, 'No environment is assigned to this engine');
    await checkPage(page, 'dynamic-engine-new');
    await checkNarrow(page, 'dynamic-engine-new');
  });

  it('give a zip with a key to the person', async () => {
    const download = page.waitForEvent('download');
    await press(page, 'Download');
    await shows(page, 'Unpack the zip');
    const id = pathOf(page).match(/dynamic-engines\/([^?]+)/)?.[1] ?? '';
    await shows(page, `--values ${id}-values.yaml`);
    const helm = await download;
    assert.equal(helm.suggestedFilename(), `${id}-helm.zip`);
    const file = join(server.home, 'helm.zip');
    await helm.saveAs(file);
    assert.equal((await readFile(file)).subarray(0, 2).toString(), 'PK');
    await choose(page, 'Install with', 'kubectl');
    await tick(page, '[type=checkbox]');
    await shows(page, 'The key of earlier packages becomes invalid');
    const other = page.waitForEvent('download');
    await press(page, 'Download');
    await shows(page, 'kubectl apply -f resources.yaml');
    assert.equal((await other).suggestedFilename(), `${id}-manifest.zip`);
    await checkPage(page, 'dynamic-engine-package');
    await page.goto(ENGINES);
    await shows(page, '1 entry');
    await checkPage(page, 'dynamic-engines');
    await checkNarrow(page, 'dynamic-engines');
  });

  it('get environments, whose states follow the reports of the cluster', async () => {
    operator = await standInOperator(server);
    reports = setInterval(() => void operator.report(report).catch(() => undefined), 1000);
    await page.goto(ENVIRONMENTS);
    await shows(page, 'There is no dynamic-engine environment');
    await checkPage(page, 'dynamic-environments-none');
    await press(page, 'New environment');
    await fill(page, 'Name', 'Production pods');
    await fill(page, 'Name of its first workspace', 'Finance');
    await submit(page);
    await shows(page, 'The environment is assigned to no engine');
    await page.goto(`${ENGINES}/${operator.id}`);
    await shows(page, 'Connected');
    await press(page, 'Assign an environment');
    await shows(page, 'Production pods');
    await checkPage(page, 'dynamic-engine-assign');
    await pressInDialog(page, 'Assign an environment');
    await shows(page, 'Not installed yet');
    const { environments } = await operator.desired();
    report = fullReport(environments[0]?.linkId ?? '');
    await shows(page, 'Ready');
    for (const text of ['engine-operator', 'agent-0', 'Back-off pulling image', 'networkpolicy/agent', 'refused by admission', 'Failed'])
      await shows(page, text);
    await checkPage(page, 'dynamic-engine');
    await press(page, 'Production pods');
    await shows(page, 'In the cluster');
    await shows(page, 'engine-agent');
    await checkPage(page, 'dynamic-environment');
    await checkOtherForms(page, pathOf(page), 'dynamic-environment', 'Im Cluster');
    await checkOtherForms(page, `${ENGINES}/${operator.id}`, 'dynamic-engine', 'Bereit');
  });

  it('are not deleted while an environment is assigned: the refusal is shown', async () => {
    await page.goto(`${ENGINES}/${operator.id}`);
    await shows(page, 'Ready');
    await press(page, 'Delete');
    await confirm(page);
    await showsRefusal(page, 409, 'dynamic_engine_in_use');
    await page.keyboard.press('Escape');
    await page.goto(`${ENVIRONMENTS}?status=READY`);
    await shows(page, '1 entry');
    await checkPage(page, 'dynamic-environments');
    await checkOtherForms(page, ENVIRONMENTS, 'dynamic-environments', '1 Eintrag');
    await press(page, 'Production pods');
    await shows(page, 'Runs');
    await press(page, 'Delete');
    await confirm(page);
    await showsRefusal(page, 409, 'environment_assigned');
    await page.keyboard.press('Escape');
  });

  it('are shown as silent, with their last report', async () => {
    clearInterval(reports);
    await operator.fallSilent();
    await page.goto(`${ENGINES}/${operator.id}`);
    await shows(page, 'Does not report');
    await shows(page, 'This report is old');
    await shows(page, 'Not ready');
    await shows(page, 'Back-off pulling image');
    await checkPage(page, 'dynamic-engine-silent');
  });

  it('are unassigned from an environment; then both can be deleted', async () => {
    await press(page, 'Unassign');
    await shows(page, 'The operator removes the environment from its cluster');
    await confirm(page);
    await shows(page, 'No environment is assigned to this engine');
    await page.goto(ENVIRONMENTS);
    await press(page, 'Production pods');
    await shows(page, 'The environment is assigned to no engine');
    await press(page, 'Edit');
    await fill(page, 'Description', 'What runs as pods');
    await submit(page);
    await shows(page, 'Saved.');
    await shows(page, 'What runs as pods');
    await press(page, 'Delete');
    await confirm(page);
    await shows(page, 'There is no dynamic-engine environment');
    await page.goto(`${ENGINES}/${operator.id}`);
    await press(page, 'Delete');
    await confirm(page);
    await shows(page, '1 entry');
  });
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
