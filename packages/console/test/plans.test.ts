// run: own process, waiting, browser, in test:all because it starts a browser
/** A person edits a plan, runs it, sees which step failed, runs it again from that step, and stops it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { standInEngine, type StandInEngine } from '../../server/test/support/engine.ts';
import { closeBrowser, skipsBrowserTests, skipsSweep, type Locator, type Page } from '../../server/test/support/chromium.ts';
import { NARROW, openConsole, startConsoleServer, WIDE } from './support/console-site.ts';
import { confirm, counts, hides, marksEntry, pathOf, press, shows, showsRefusal, until } from './support/journey.ts';
import { checkOtherForms, checkPage } from './support/page-checks.ts';

const HOSTILE = `<img src=x onerror="window.hurt=1"> \u202Eabc ${'long '.repeat(90)}`.slice(0, 255);

const server = await startConsoleServer();

describe('plans in the console', { skip: skipsBrowserTests, timeout: 240_000 }, () => {
  let page: Page;
  let engine: StandInEngine;
  let [workspace, archive, plan, failed] = ['', '', '', ''];

  before(async () => {
    const { make } = server;
    const load = await make.task({ name: 'Load airports' });
    const { environment } = load;
    ({ workspace } = load);
    engine = await standInEngine(server, environment);
    const [rates, write, alarm] = await Promise.all(
      ['Load rates', 'Write invoices', 'Send an alarm'].map((name) => make.task({ workspace, name })),
    );
    assert.ok(rates && write && alarm);
    archive = (await make.task({ workspace, name: 'Archive' })).id;
    ({ id: plan } = await make.plan({
      workspace,
      name: 'Monthly invoices',
      steps: [[load.id, rates.id], [write.id]],
      handler: { tasks: [alarm.id] },
    }));
    await make.plan({ workspace, name: HOSTILE, steps: [[load.id]] });
    const person = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace]: ['VIEW', 'EXECUTE', 'AUTHOR'] } });
    page = await openConsole(server, person, '/plans');
  });
  after(closeBrowser);

  const node = (name: string): Locator => page.locator('.react-flow__node', { hasText: name }).first();
  const listed = async (): Promise<string> => (await page.innerText('.steps')).replaceAll(/\s+/g, ' ');
  const panel = async (): Promise<string> =>
    (await page.getByRole('region', { name: 'Selected part of the plan' }).innerText()).replaceAll(/\s+/g, ' ');
  const runAll = async (outcome: 'EXECUTION_SUCCESS' | 'EXECUTION_FAILED' = 'EXECUTION_SUCCESS'): Promise<void> => {
    for (const lease of (await engine.claim()).executions) {
      await engine.start(lease, Date.now());
      await engine.finish(lease, { outcome, finishedAt: Date.now() });
    }
  };

  it('are listed with their steps', async () => {
    await shows(page, '2 entries');
    for (const words of ['Step 1 → Step 2', 'Last runs', 'Never run', 'Next start']) await shows(page, words);
    await checkPage(page, 'plans');
    await press(page, 'Monthly invoices');
    await page.waitForURL(({ pathname }) => pathname === `/plans/${plan}`);
  });

  it('are shown as a graph and as a list', async () => {
    await counts(page, '.react-flow__node', 7);
    await counts(page, '.react-flow__edge', 2);
    assert.match(
      await listed(),
      /1\. Step 1 continues if all succeed Load airports Load rates 2\. Step 2 .* If the step fails Send an alarm/,
    );
    await checkPage(page, 'plan');
  });

  it('are edited by keyboard alone: a task is moved, another is added, and the server saves the plan', async () => {
    await press(page, 'Edit');
    await shows(page, 'Drag tasks to other steps');
    await counts(page, '.react-flow__node[tabindex="0"]', 6);
    await node('Load rates').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await page.locator('[data-id^="tasks:"]:focus', { hasText: 'Load rates' }).waitFor();
    await shows(page, 'Not saved yet');
    await page.keyboard.press('Enter');
    await page.locator('h2:focus', { hasText: 'Load rates' }).waitFor();
    assert.match(await panel(), /In the step 2\. Step 2/);
    await checkPage(page, 'plan-panel');
    await page.getByRole('button', { name: 'Back to the step' }).press('Enter');
    await page.locator('h2:focus', { hasText: '2. Step 2' }).waitFor();
    assert.match(await panel(), /Write invoices Load rates/);
    await node('1. Step 1').focus();
    await page.keyboard.press('Insert');
    await shows(page, 'Archive');
    await page.keyboard.type('Arch');
    await counts(page, '[role=menuitem]', 1);
    await page.keyboard.press('ArrowDown');
    await marksEntry(page);
    await page.keyboard.press('Enter');
    await counts(page, '.react-flow__node', 8);
    await checkPage(page, 'plan-draw');
    await page.locator('.page-actions button').last().press('Enter');
    await shows(page, 'The plan is saved.');
    await page.waitForURL(({ searchParams }) => !searchParams.has('edit'));
    assert.match(await listed(), /1\. Step 1 continues if all succeed Load airports Archive 2\. Step 2 .* Write invoices Load rates/);
  });

  it('show the refusal of the server, and keep the edits', async () => {
    await press(page, 'Edit');
    await press(page, 'Add a step');
    await press(page, 'Save');
    await showsRefusal(page, 400);
    await shows(page, 'Copy details');
    await shows(page, 'This step has no task yet.');
    await checkPage(page, 'plan-refused');
    await press(page, 'Discard');
    await hides(page, 'This step has no task yet.');
  });

  it('are edited by mouse: a task is dragged to another step', async () => {
    await press(page, 'Edit');
    await counts(page, '.react-flow__node.draggable', 7);
    await node('Archive').hover();
    await page.mouse.down();
    const box = await node('2. Step 2').boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
    await page.mouse.up();
    await shows(page, 'Not saved yet');
    assert.match(await panel(), /^2\. Step 2 .* Archive/);
    await press(page, 'Save');
    await shows(page, 'The plan is saved.');
  });

  it('show the state of a run in the graph, with the failed step', async () => {
    await press(page, 'Run now');
    await page.waitForURL(/\/plans\/runs\/./);
    failed = pathOf(page).split(/[/?]/)[3] ?? '';
    await shows(page, 'The step “Step 1” is running.');
    await runAll();
    await shows(page, 'The step “Step 2” is running.');
    await page.locator('.graph-box.good').first().waitFor();
    await page.locator('.graph-box.runs').first().waitFor();
    // On the scale of time, the second step runs and nothing of it has ended; its error handler is not reached.
    const tones = async (): Promise<(string | null)[]> =>
      page.locator('[data-tone]').evaluateAll((tracks) => tracks.map((track) => track.getAttribute('data-tone')));
    assert.deepEqual((await tones()).slice(0, 3), ['good', 'good', 'runs']);
    assert.deepEqual((await tones()).slice(-2), ['unrun', 'unrun']);
    await shows(page, 'Not run');
    await checkPage(page, 'plan-run-live');
    await runAll('EXECUTION_FAILED');
    await shows(page, 'The step “Step 2” failed.');
    await runAll();
    await shows(page, 'Its error handler has run: Succeeded.');
    await counts(page, 'a.graph-entry.bad', 3);
    await counts(page, '[data-tone=bad]', 4);
    await counts(page, '[data-tone=unrun]', 0);
    const widths = await page.locator('[data-tone] > span').evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    assert.ok(widths.length === 8 && widths.every((width) => width >= 3), `bars of ${widths.join()} pixels`);
    await checkPage(page, 'plan-run');
  });

  it('run again from what failed, or from a step', async () => {
    await press(page, 'Run again');
    await press(page, 'From a step …');
    await shows(page, 'Leave out tasks of this step');
    await checkPage(page, 'plan-again');
    await page.keyboard.press('Escape');
    await hides(page, 'Leave out tasks of this step');
    await press(page, 'Run again');
    await press(page, 'From what failed');
    await page.waitForURL(({ pathname }) => pathname.startsWith('/plans/runs/') && !pathname.endsWith(failed));
    await shows(page, 'The step “Step 2” is running.');
    await shows(page, 'repeats another run');
  });

  it('stop, after a question', async () => {
    await press(page, 'Stop');
    await shows(page, 'Stop this run of the plan?');
    await confirm(page);
    await shows(page, 'The run was stopped by Test User before its end.');
    await page.locator('main header', { hasText: 'stopped by Test User' }).waitFor();
  });

  it('are found in the list of runs', async () => {
    await page.goto('/runs?plans=yes');
    await press(page, 'Monthly invoices');
    await page.waitForURL(/\/plans\/runs\/./);
    await shows(page, 'The run was stopped by Test User before its end.');
  });

  it('show the end of the last step to a person who watches the run', async () => {
    await page.goto(`/plans/${plan}`);
    await press(page, 'Run now');
    await page.waitForURL(/\/plans\/runs\/./);
    await shows(page, 'The step “Step 1” is running.');
    await runAll();
    await shows(page, 'The step “Step 2” is running.');
    await runAll();
    await shows(page, 'All steps have succeeded.');
    await counts(page, '.graph-box.good', 2);
  });

  it('pause with a reason, and refuse to start', async () => {
    await page.goto(`/plans/${plan}`);
    await press(page, 'Pause');
    await shows(page, 'Pause this plan?');
    await page.keyboard.type('The bank is closed');
    await page.keyboard.press('Enter');
    await shows(page, 'The bank is closed');
    await press(page, 'Run now');
    await showsRefusal(page, 405);
    await press(page, 'Resume');
    await hides(page, 'The bank is closed');
  });

  it('are shown in German, and at 360 pixels', { skip: skipsSweep }, async () => {
    await checkOtherForms(page, '/plans', 'plans', '2 Einträge');
    for (const [path, name, shown] of [
      [`/plans/${plan}`, 'plan', 'Jetzt starten'],
      [`/plans/${plan}?edit=yes`, 'plan-draw', 'Verwerfen'],
      [`/plans/runs/${failed}`, 'plan-run', 'Der Schritt „Step 2“ ist gescheitert.'],
      ['/plans/new', 'plan-new', 'Neuer Plan'],
    ] as const)
      await checkOtherForms(page, path, name, shown, '.react-flow__node');
  });

  it('show each step of a graph on a telephone, and the buttons of the graph below them', async () => {
    await page.setViewportSize(NARROW);
    await page.goto(`/plans/${plan}`);
    await counts(page, '.react-flow__node', 8);
    const covers = `(() => {
      const boxes = (selector) => [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect());
      const [buttons] = boxes('.react-flow__controls');
      return boxes('.react-flow__node').every((box) => box.bottom <= buttons.top);
    })()`;
    await until(page, covers);
    await page.setViewportSize(WIDE);
  });

  it('begin at their first step if they are wider than the page, with links that can be hit', async () => {
    const { id } = await server.make.plan({ workspace, name: 'Wide', steps: Array.from({ length: 7 }, () => [archive]) });
    await page.goto(`/plans/${id}`);
    await counts(page, 'a.graph-entry', 7);
    const isInFrame = `(() => {
      const frame = document.querySelector('.plan-graph').getBoundingClientRect();
      const first = document.querySelector('.react-flow__node').getBoundingClientRect();
      const links = [...document.querySelectorAll('a.graph-entry')].map((link) => link.getBoundingClientRect().height);
      return first.left > frame.left && first.left < frame.left + 40 && links.every((height) => height >= 23.99 && height < 29);
    })()`;
    await until(page, isInFrame);
    await checkPage(page, 'plan-wide');
  });
});
