// run: own process, waiting, browser, in test:all because it starts a browser
/** A person publishes a zip, makes a task of it and runs it, and looks at artifacts, in Chromium with a real server. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { publication, shellBundle } from '../../server/test/support/bundles.ts';
import { standInEngine, type StandInEngine } from '../../server/test/support/engine.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { choose, confirm, dropFile, fill, hides, pathOf, press, setLanguage, shows, showsRefusal, submit } from './support/journey.ts';
import { checkNarrow, checkOtherForms, checkPage } from './support/page-checks.ts';

const HOSTILE = `<img src=x onerror="window.hurt=1"> \u202Eabc ${'long '.repeat(60)}`.slice(0, 255);

const server = await startConsoleServer();

describe('artifacts in the console', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  let page: Page;
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
    const person = await make.user({ permissions: ['SVC_OPERATOR'], rights });
    page = await openConsole(server, person, '/artifacts');
  });
  after(closeBrowser);

  it('are listed', async () => {
    await shows(page, '3 entries');
    await checkPage(page, 'artifacts');
    await checkOtherForms(page, '/artifacts', 'artifacts', '3 Einträge');
    await fill(page, 'Name', 'voice');
    await shows(page, '1 entry');
    await page.waitForURL(/[?&]name=voice/);
  });

  it('have versions with their parameters and changes', async () => {
    await press(page, 'Invoices');
    await shows(page, 'Since 1.0.0');
    for (const words of ['CH becomes DE', 'a value is required', 'dry', 'limit']) await shows(page, words);
    await checkPage(page, 'artifact');
    await checkOtherForms(page, pathOf(page), 'artifact', 'Seit 1.0.0');
    await press(page, '1.0.0');
    await shows(page, 'This is the oldest version.');
    const { pathname } = new URL(page.url());
    for (const next of [pathname, '/artifacts']) {
      await press(page, 'Delete version');
      await confirm(page);
      await page.waitForURL((url) => url.pathname === next && url.searchParams.get('version') === null);
      if (next === pathname) await shows(page, 'This is the oldest version.');
    }
    await shows(page, '2 entries');
  });

  it('cannot be deleted while a task uses them: the refusal is shown', async () => {
    await page.goto(`/artifacts/${used}`);
    await shows(page, 'Load airports');
    await press(page, 'Delete');
    await shows(page, 'All versions of the artifact are deleted.');
    await confirm(page);
    await showsRefusal(page, 409);
    await checkPage(page, 'artifact-refused');
    await page.keyboard.press('Escape');
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
    await page.goto('/artifacts/publish');
    await shows(page, 'Drop a zip here');
    await checkPage(page, 'publish-empty');
    await checkOtherForms(page, '/artifacts/publish', 'publish', 'Ein Zip hierher ziehen');
    await dropFile(page, file);
    await shows(page, 'orders.zip');
    await checkPage(page, 'publish');
    await submit(page);
    await page.waitForURL(({ pathname }) => pathname === '/tasks/new');
    await shows(page, 'Whose orders are loaded');
    await fill(page, 'limit', 'many');
    await choose(page, 'dry', 'true');
    await checkPage(page, 'task-new');
    await checkNarrow(page, 'task-new');
    await submit(page);
    await showsRefusal(page, 400);
    await checkPage(page, 'task-new-refused');
    await fill(page, 'limit', '5');
    await submit(page);
    await page.waitForURL(/\/runs\/./);
    const claim = await engine.claimOne();
    await engine.start(claim, Date.now());
    await engine.log(claim, ['five orders']);
    await engine.finish(claim, { finishedAt: Date.now() });
    await shows(page, 'Succeeded');
    await shows(page, 'five orders');
  });

  it('are refused when the file is no zip', async () => {
    const file = join(server.home, 'text.zip');
    await writeFile(file, 'no zip');
    await page.goto('/artifacts/publish');
    await dropFile(page, file);
    await shows(page, 'text.zip');
    await submit(page);
    await showsRefusal(page, 400);
    assert.equal(pathOf(page).split('?')[0], '/artifacts/publish');
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
    await page.goto(path);
    await shows(page, before);
    const after = await publish({ name, version: '2.0.0' }, parameters(recent));
    await page.goto(path);
    await shows(page, `Version ${after} of the artifact is newer`);
    await press(page, 'Changes');
    await shows(page, `Since ${before}`);
    const changes = await page.getByRole('list').filter({ hasText: 'Changed limit' }).last().getByRole('listitem').allInnerTexts();
    assert.deepEqual(
      changes.map((change) => change.replace(/(?: long)+ ?$/, '')),
      [
        'Changed country CH becomes <img src=x onerror="window.hurt=1"> abc',
        'Changed limit int becomes string',
        'New dry boolean, default false, a value is required: Writes nothing',
        'Removed mode string, no default',
      ],
    );
    assert.doesNotMatch(await page.innerText('body'), /hunter/);
    await checkPage(page, 'task-changes');
    await checkNarrow(page, 'task-changes');
    await setLanguage(page, 'de');
    await page.goto(path);
    await press(page, 'Änderungen');
    await shows(page, 'keine Vorgabe');
    await checkPage(page, 'task-changes-de');
    await press(page, 'Auf diese Version wechseln');
    await shows(page, `Der Task nutzt jetzt Version ${after}`);
    await hides(page, 'ist neuer');
    const moved = await server.call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: task.body.id } });
    assert.equal(moved.body.artifact.version, after);
    await setLanguage(page, 'en');
  });
});
