// run: own process, waiting, browser, in test:all because it starts a browser, and an engine that starts Java
/** A person publishes a job archive, compares its contexts, runs it with each, and reads its rows and its first error, with a real engine and Java. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { temporaryFolder } from '../../engine/test/engine.ts';
import { classesOf, hasCompiler } from '../../engine/test/studio-job.ts';
import { closeBrowser, skipsBrowserTests, type Page } from '../../server/test/support/chromium.ts';
import { zip } from '../../server/test/support/bundles.ts';
import { jobArchive } from '../../server/test/support/job-archives.ts';
import { engineFolder, startEngine } from '../../server/test/support/real-engine.ts';
import { openConsole, startConsoleServer } from './support/console-site.ts';
import { choose, dropFile, fill, hides, pathOf, press, setLanguage, shows, submit } from './support/journey.ts';
import { checkOtherForms, checkPage } from './support/page-checks.ts';

const HOSTILE = `<img src=x onerror="window.hurt=1">`;
const LONG = `tMap_${'very_long_name_'.repeat(12)}`;
const CONTEXTS = {
  Default: 'who=world\nhost=localhost\nport=5432\npin=Sesame-17\n',
  PROD: `who=prod\nhost=db.example.com/${'a-long-path/'.repeat(8)}\nport=5432\npin=Sesame-18\n`,
  TEST: `who=${HOSTILE}\nhost=\nport=5432\npin=Sesame-19\n`,
};
const ITEM = `<talendfile:ProcessType defaultContext="Default"><context name="Default">
  <contextParameter comment="Who is greeted" name="who" type="id_String" value="world"/>
  <contextParameter comment="" name="pin" type="id_Password" value="enc:AAAA"/>
</context></talendfile:ProcessType>`;

/** Java prints the variables of the context; then the script writes the audit lines of its jar, and fails in the context TEST. */
const SCRIPT = `#!/bin/sh
cd \`dirname $0\`
ROOT_PATH=\`pwd\`
java -Xmx64M -cp .:$ROOT_PATH:$ROOT_PATH/greet_0_1.jar: demo.greet_0_1.Greet --context=Default "$@"
for word in $JAVA_TOOL_OPTIONS; do
  case $word in -Daudit.logger.appender.file.path=*) cat audit > "\${word#*=}" ;; esac
done
case "$*" in *TEST*)
  echo 'Exception in component tDBConnection_1 (Greet)' >&2
  echo 'java.lang.RuntimeException: cannot connect' >&2
  echo 'Caused by: java.net.ConnectException: Connection refused' >&2
  echo 'Exception in component tDBInput_1 (Greet)' >&2
  echo 'java.lang.NullPointerException: null' >&2
  exit 1 ;;
esac
`;

/** An audit line of a flow between two components. */
const flow = (name: string, source: string, target: string, rows: number, type = 'output'): string[] =>
  ['flowoutput', 'flowexecution'].map((category) =>
    JSON.stringify({
      logTimestamp: '2026-01-02T03:04:05.000Z',
      category,
      customInfo: {
        job_name: 'Greet',
        process_id: 'p1',
        ...(category === 'flowoutput'
          ? { connector_id: source, connector_type: 'tMap', connector_label: source, connection_type: type }
          : { source_id: source, source_label: source, source_connector_type: 'tMap', target_id: target, target_label: target }),
        connection_name: name,
        rows,
        duration: '20',
      },
    }),
  );
const AUDIT = [
  ...flow('row1', 'tFileInput_1', LONG, 12_345),
  ...flow('reject', LONG, 'tLogRow_9', 45, 'reject'),
  ...Array.from({ length: 203 }, (_, index) => flow(`out${index}`, LONG, `tOutput_${index}`, 1)).flat(),
];

const skips = skipsBrowserTests || (!hasCompiler && 'no JDK');
const server = await startConsoleServer({ MILLRACE_LEASE_SECONDS: '30' });
const workspace = await server.make.workspace();
if (skips === false) {
  const { credential } = await server.make.engine({ environment: workspace.environment });
  // Its end belongs to the file: what a hook registers ends with the hook.
  startEngine({ url: server.url, credential, folder: await engineFolder() });
}

describe('job archives in the console', { skip: skips, timeout: 300_000 }, () => {
  let page: Page;
  let taskPath = '';

  before(async () => {
    const rights = { [workspace.id]: ['VIEW', 'EXECUTE', 'AUTHOR', 'PUBLISH'] } as const;
    const person = await server.make.user({ permissions: ['SVC_OPERATOR'], rights });
    page = await openConsole(server, person, '/artifacts');
  });
  after(closeBrowser);

  /** Waits for the end of the run that the page shows. */
  const ended = (word: string): Promise<void> => page.locator('main header', { hasText: word }).first().waitFor({ timeout: 60_000 });

  it('is published by dropping it; the form of the task offers its contexts with their values', async () => {
    const jar = await zip({ ...(await classesOf('Greet')) });
    const files = {
      'Greet/greet_0_1.jar': jar,
      'Greet/audit': AUDIT.join('\n'),
      'Greet/items/demo/process/Greet_0.1.item': ITEM,
      'lib/job-audit-1.5.jar': 'x',
    };
    const path = join(await temporaryFolder(), 'greet.zip');
    await writeFile(path, await jobArchive({ contexts: CONTEXTS, script: SCRIPT, files }));
    await page.goto('/artifacts/publish');
    await shows(page, 'Drop a zip here');
    await dropFile(page, path);
    await submit(page);
    await page.waitForURL(/\/tasks\/new\?/);
    await shows(page, 'Of the archive: Default');
    await shows(page, 'Default: world');
    await choose(page, 'Context', 'PROD');
    await shows(page, 'Default: prod');
    await checkPage(page, 'archive-task-new');
    await choose(page, 'Context', 'Of the archive');
    await submit(page);
    await page.waitForURL(/\/runs\/./);
  });

  it('runs with its own context; the run names it, its values and its rows', async () => {
    await ended('rows rejected');
    await shows(page, 'starts Greet 0.1.0');
    await shows(page, 'with the context Default');
    await shows(page, 'who=world');
    for (const text of ['12,345', 'tFileInput_1', LONG, 'The first 200 of 205', 'Values', 'in the context Default'])
      await shows(page, text);
    assert.doesNotMatch(await page.innerText('body'), /Sesame/);
    await checkPage(page, 'archive-run');
    await checkOtherForms(page, pathOf(page), 'archive-run', 'Die ersten 200 von 205');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(pathOf(page));
    await page.locator('main header h1').getByRole('link').click();
    await page.waitForURL(/\/tasks\/./);
    taskPath = pathOf(page).replace(/\?.*/, '');
  });

  it('has a page that compares the contexts, without secrets', async () => {
    await shows(page, 'Of the archive: Default');
    await page.locator('main').getByRole('link', { name: 'Greet', exact: true }).last().click();
    await page.waitForURL(/\/artifacts\/./);
    await shows(page, 'Values by context');
    for (const text of ['prod', 'localhost', 'db.example.com', HOSTILE, 'are not listed']) await shows(page, text);
    const table = page.getByRole('region', { name: 'Values by context' });
    assert.deepEqual(await table.locator('tbody th').allInnerTexts(), ['who', 'host']);
    assert.doesNotMatch(await page.innerText('body'), /Sesame/);
    await checkPage(page, 'archive-contexts');
    await checkOtherForms(page, pathOf(page), 'archive-contexts', 'Werte je Kontext');
  });

  it('runs once with another context, and again with the same one', async () => {
    await page.goto(taskPath);
    await shows(page, 'Last runs');
    await press(page, 'More actions');
    await press(page, 'Run with other values');
    await shows(page, 'As the task: Default');
    await choose(page, 'Context', 'PROD');
    await shows(page, 'Default: prod');
    await checkPage(page, 'archive-run-values');
    await submit(page);
    await page.waitForURL(/\/runs\/./);
    await ended('rows rejected');
    await shows(page, 'with the context PROD');
    await shows(page, 'who=prod');
    const before = pathOf(page);
    await press(page, 'Run again');
    await press(page, 'With the values of this run');
    await page.waitForURL((url) => url.pathname.startsWith('/runs/') && !before.includes(url.pathname));
    await shows(page, 'with the context PROD');
  });

  it('runs from then on in the context of the run settings, and shows its first error', async () => {
    await page.goto(`${taskPath}/edit`);
    await shows(page, 'Run settings');
    const settings = page.locator('.card').last();
    await settings.getByRole('button', { name: /As the task: Default/ }).click();
    await press(page, 'TEST');
    await checkPage(page, 'archive-task-edit');
    const stored = page.waitForResponse((response) => response.url().endsWith('/run-config') && response.request().method() === 'PUT');
    await page.locator('[type=submit]').last().click();
    await stored;
    await page.goto(taskPath);
    await shows(page, HOSTILE);
    await press(page, 'Run now');
    await page.waitForURL(/\/runs\/./);
    const error = 'Exception in component tDBConnection_1 (Greet): java.lang.RuntimeException: cannot connect';
    const cause = 'java.net.ConnectException: Connection refused';
    await shows(page, `The job ended with exit code 1. First error: ${error}, caused by ${cause} (and 1 more error)`);
    await shows(page, 'with the context TEST');
    await checkPage(page, 'archive-run-failed');
    const path = pathOf(page);
    await checkOtherForms(page, path, 'archive-run-failed', 'Erster Fehler');
    await setLanguage(page, 'de');
    await page.goto(path);
    await shows(page, `Der Job endete mit dem Exit-Code 1. Erster Fehler: ${error}, verursacht durch ${cause} (und ein weiterer Fehler)`);
    await page.goto(taskPath);
    await shows(page, `${error}, verursacht durch ${cause}`);
    await hides(page, 'caused by');
    await setLanguage(page, 'en');
  });

  it('forgets the context of the run settings when a person chooses that of the task', async () => {
    await page.goto(`${taskPath}/edit`);
    await shows(page, 'Run settings');
    const settings = page.locator('.card').last();
    await settings.getByRole('button', { name: /TEST/ }).click();
    await press(page, 'As the task: Default');
    await fill(page, 'Time limit in minutes', '30');
    const stored = page.waitForResponse((response) => response.url().endsWith('/run-config') && response.request().method() === 'PUT');
    await page.locator('[type=submit]').last().click();
    assert.equal((await (await stored).json()).contextName, undefined);
    await page.goto(taskPath);
    await shows(page, 'Of the archive: Default');
  });
});
