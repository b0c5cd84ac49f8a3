// run: own process, waiting, in test:all because it starts a browser
/** A person publishes a zip, makes a task of it and runs it, and looks at artifacts, in Chromium with a real server. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { publication, shellBundle } from '../../server/test/support/bundles.ts';
import { standInEngine, type StandInEngine } from '../../server/test/support/engine.ts';
import { skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { choose, dropFile, fill, checkPage, checkNarrow } from './support/journey.ts';

const HOSTILE = `<img src=x onerror="window.hurt=1"> \u202Eabc ${'long '.repeat(60)}`.slice(0, 255);

const server = await startConsoleServer();

describe('artifacts in the console', { skip: skipsJourneys, timeout: 240_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;
  let engine: StandInEngine;
  let workspace = '';
  let environment = '';
  let used = '';

  const publish = async (artifact: object, manifest: object): Promise<string> => {
    const form = publication({ workspaceId: workspace, ...artifact }, await shellBundle('echo hello', manifest));
    const { status, body } = await server.call('POST /orchestration/artifacts', { form });
    assert.equal(status, 201, JSON.stringify(body));
    return body.version;
  };

  before(async () => {
    const { make } = server;
    const task = await make.task({ name: 'Load airports' });
    ({ workspace, environment } = task);
    used = task.artifact;
    engine = await standInEngine(server, task.environment);
    await publish(
      { name: 'Invoices' },
      {
        parameters: [
          { name: 'country', type: 'string', value: 'CH' },
          { name: 'limit', type: 'int' },
        ],
      },
    );
    await publish(
      { name: 'Invoices', version: '1.1.0' },
      {
        parameters: [
          { name: 'country', type: 'string', value: 'DE', required: true },
          { name: 'dry', type: 'boolean' },
        ],
      },
    );
    await publish({ name: HOSTILE }, {});
    const rights = { [workspace]: ['VIEW', 'EXECUTE', 'AUTHOR', 'PUBLISH'] } as const;
    const person = await make.person({ permissions: ['SVC_OPERATOR'], rights });
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    await tab.signIn(person, '/artifacts');
  });
  after(() => browser?.stop());

  it('are listed', async () => {
    await tab.shows('3 entries');
    await checkPage(tab, 'artifacts');
    await checkNarrow(tab, 'artifacts');
    await fill(tab, 'Name', 'voice');
    await tab.shows('1 entry');
    await tab.until(`location.search.includes('name=voice')`);
  });

  it('have versions with their parameters and changes', async () => {
    await tab.press('Invoices');
    await tab.shows('Since 1.0.0');
    for (const words of ['CH becomes DE', 'a value is required', 'dry', 'limit']) await tab.shows(words);
    await checkPage(tab, 'artifact');
    await checkNarrow(tab, 'artifact');
    await tab.press('1.0.0');
    await tab.shows('This is the oldest version.');
  });

  it('cannot be deleted while a task uses them: the refusal is shown', async () => {
    await tab.open(`/artifacts/${used}`);
    await tab.shows('Load airports');
    await tab.press('Delete');
    await tab.shows('All versions of the artifact are deleted.');
    await tab.enterOn(`[...document.querySelectorAll('[role=dialog] button')].at(-1)`);
    await tab.shows('409');
    await checkPage(tab, 'artifact-refused');
    await tab.key('Escape');
  });

  it('are published from a dropped zip, and then get a task that runs', async () => {
    const file = join(server.home, 'orders.zip');
    const parameters = [
      { name: 'country', type: 'id_String', value: 'CH', comment: 'Whose orders are loaded', required: true },
      { name: 'limit', type: 'id_Integer', value: '1000', comment: 'Most rows of a run' },
      { name: 'dry', type: 'id_Boolean', value: 'false', comment: 'Writes nothing' },
      { name: 'token', type: 'id_Password' },
    ];
    await writeFile(file, await shellBundle('echo hello', { name: 'orders', parameters }));
    await tab.open('/artifacts/publish');
    await tab.shows('Drop a zip here');
    await checkPage(tab, 'publish-empty');
    await dropFile(tab, file);
    await tab.shows('orders.zip');
    await checkPage(tab, 'publish');
    await tab.enterOn(`document.querySelector('form [type=submit]')`);
    await tab.until(`location.pathname === '/tasks/new'`);
    await tab.shows('Whose orders are loaded');
    await fill(tab, 'limit', 'many');
    await choose(tab, 'dry', 'true');
    await checkPage(tab, 'task-new');
    await checkNarrow(tab, 'task-new');
    await tab.enterOn(`document.querySelector('form [type=submit]')`);
    await tab.shows('400');
    await checkPage(tab, 'task-new-refused');
    await fill(tab, 'limit', '5');
    await tab.enterOn(`document.querySelector('form [type=submit]')`);
    await tab.until(`location.pathname.startsWith('/runs/')`);
    const claim = await engine.claimOne();
    await engine.start(claim, Date.now());
    await engine.log(claim, ['five orders']);
    await engine.finish(claim, { finishedAt: Date.now() });
    await tab.shows('Succeeded');
    await tab.shows('five orders');
  });

  it('are refused when the file is no zip', async () => {
    const file = join(server.home, 'text.zip');
    await writeFile(file, 'no zip');
    await tab.open('/artifacts/publish');
    await dropFile(tab, file);
    await tab.shows('text.zip');
    await tab.enterOn(`document.querySelector('form [type=submit]')`);
    await tab.shows('400');
    assert.equal(await tab.path().then((path) => path.split('?')[0]), '/artifacts/publish');
  });

  it('are shown in German', async () => {
    await tab.setLanguage('de');
    await tab.open('/artifacts');
    await tab.shows('4 Einträge');
    await checkPage(tab, 'artifacts-de');
    await tab.press('Invoices');
    await tab.shows('Seit 1.0.0');
    await checkPage(tab, 'artifact-de');
    await tab.open('/artifacts/publish');
    await tab.shows('Ein Zip hierher ziehen');
    await checkPage(tab, 'publish-de');
    await tab.setLanguage('en');
  });

  it('show the changes of a newer version on the page of a task, and move the task to it', async () => {
    const parameters = (list: object[]): object => ({ parameters: [{ name: 'same', type: 'string', value: 'x' }, ...list] });
    const old = [
      { name: 'country', type: 'string', value: 'CH', comment: `Whose orders ${HOSTILE}` },
      { name: 'limit', type: 'int', value: '1000', comment: 'Most rows of a run' },
      { name: 'token', type: 'password', value: 'hunter2' },
      { name: 'mode', type: 'string' },
    ];
    const recent = [
      { name: 'country', type: 'string', value: HOSTILE, comment: 'Whose orders' },
      { name: 'limit', type: 'string', value: '1000' },
      { name: 'token', type: 'password', value: 'hunter3' },
      { name: 'dry', type: 'boolean', value: 'false', comment: 'Writes nothing', required: true },
    ];
    const name = 'Orders of the night';
    const before = await publish({ name, version: '1.0.0' }, parameters(old));
    const { items } = (await server.call('GET /orchestration/artifacts', { query: { name } })).body;
    const artifact = { id: items[0]?.id ?? '', version: before };
    const body = { name: 'Load orders', environmentId: environment, workspaceId: workspace, artifact };
    const task = await server.call('POST /orchestration/executables/tasks', { body });
    assert.equal(task.status, 201, JSON.stringify(task.body));
    const path = `/tasks/${task.body.id}`;
    await tab.setLanguage('en');
    await tab.open(path);
    await tab.shows(before);
    const after = await publish({ name, version: '2.0.0' }, parameters(recent));
    await tab.open(path);
    await tab.shows(`Version ${after} of the artifact is newer`);
    await tab.press('Changes');
    await tab.shows(`Since ${before}`);
    const changes = await tab.evaluate<string[]>(`[...document.querySelectorAll('.changes > li')].map((node) => node.innerText)`);
    assert.deepEqual(
      changes.map((change) => change.replace(/(?: long)+ ?$/, '')),
      [
        'Changed country CH becomes <img src=x onerror="window.hurt=1"> abc',
        'Changed limit int becomes string',
        'Changed token another secret default',
        'New dry boolean, default false, a value is required: Writes nothing',
        'Removed mode string, no default',
      ],
    );
    assert.doesNotMatch(await tab.text(), /hunter/);
    await checkPage(tab, 'task-changes');
    await checkNarrow(tab, 'task-changes');
    await tab.setLanguage('de');
    await tab.open(path);
    await tab.press('Änderungen');
    await tab.shows('eine andere geheime Vorgabe');
    await checkPage(tab, 'task-changes-de');
    await tab.press('Auf diese Version wechseln');
    await tab.shows(`Der Task nutzt jetzt Version ${after}`);
    await tab.hides('ist neuer');
    const moved = await server.call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: task.body.id } });
    assert.equal(moved.body.artifact.version, after);
    await tab.setLanguage('en');
  });
});
