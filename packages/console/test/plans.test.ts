// run: own process, waiting, in test:all because it starts a browser
/** A person edits a plan, runs it, sees which step failed, runs it again from that step, and stops it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { standInEngine, type StandInEngine } from '../../server/test/support/engine.ts';
import { savePicture, skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { checkPage, pressInDialog } from './support/journey.ts';

const HOSTILE = `<img src=x onerror="window.hurt=1"> \u202Eabc ${'long '.repeat(90)}`.slice(0, 255);

const server = await startConsoleServer();

describe('plans in the console', { skip: skipsJourneys, timeout: 240_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;
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
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    const person = await make.person({ permissions: ['SVC_OPERATOR'], rights: { [workspace]: ['VIEW', 'EXECUTE', 'AUTHOR'] } });
    await tab.signIn(person, '/plans');
  });
  after(() => browser?.stop());

  const focusNode = (name: string): Promise<void> =>
    tab.evaluate(`[...document.querySelectorAll('.react-flow__node')].find((node) => node.innerText.includes('${name}')).focus()`);
  const listed = (): Promise<string> => tab.evaluate(`document.querySelector('.steps').innerText.replaceAll(/\\s+/g, ' ')`);
  const runAll = async (outcome: 'EXECUTION_SUCCESS' | 'EXECUTION_FAILED' = 'EXECUTION_SUCCESS'): Promise<void> => {
    for (const lease of (await engine.claim()).executions) {
      await engine.start(lease, Date.now());
      await engine.finish(lease, { outcome, finishedAt: Date.now() });
    }
  };

  it('are listed with their steps', async () => {
    await tab.shows('2 entries');
    await tab.shows('Step 1 → Step 2');
    await checkPage(tab, 'plans');
    await tab.press('Monthly invoices');
    await tab.until(`location.pathname === '/plans/${plan}'`);
  });

  it('are shown as a graph and as a list', async () => {
    await tab.until(`document.querySelectorAll('.react-flow__node').length === 7`, 'seven nodes');
    await tab.until(`document.querySelectorAll('.react-flow__edge').length === 2`, 'two edges');
    assert.match(
      await listed(),
      /1\. Step 1 continues if all succeed Load airports Load rates 2\. Step 2 .* If the step fails Send an alarm/,
    );
    await checkPage(tab, 'plan');
  });

  it('are edited by keyboard alone: a task is moved, another is added, and the server saves the plan', async () => {
    await tab.press('Edit');
    await tab.shows('Drag tasks to other steps');
    await tab.until(`document.querySelectorAll('.react-flow__node[tabindex="0"]').length === 6`, 'nodes that can have the focus');
    await focusNode('Load rates');
    await tab.key('ArrowRight', { alt: true });
    await tab.until(`document.activeElement.dataset.id?.startsWith('tasks:') && document.activeElement.innerText.includes('Load rates')`);
    await tab.shows('Not saved yet');
    await focusNode('1. Step 1');
    await tab.key('Insert');
    await tab.shows('Archive');
    await tab.type('Arch');
    await tab.until(`document.querySelectorAll('[role=menuitem]').length === 1`, 'one task that matches');
    await tab.key('ArrowDown');
    await tab.until(`document.activeElement.getAttribute('aria-activedescendant')`, 'a chosen entry');
    await tab.key('Enter');
    await tab.until(`document.querySelectorAll('.react-flow__node').length === 8`, 'another node');
    await checkPage(tab, 'plan-draw');
    await tab.enterOn(`[...document.querySelectorAll('.page-actions button')].at(-1)`);
    await tab.shows('The plan is saved.');
    await tab.until(`!location.search.includes('edit')`);
    assert.match(await listed(), /1\. Step 1 continues if all succeed Load airports Archive 2\. Step 2 .* Write invoices Load rates/);
  });

  it('show the refusal of the server, and keep the edits', async () => {
    await tab.press('Edit');
    await tab.press('Add a step');
    await tab.press('Save');
    await tab.shows('400');
    await tab.shows('Request ');
    await tab.shows('This step has no task yet.');
    await checkPage(tab, 'plan-refused');
    await tab.press('Discard');
    await tab.hides('This step has no task yet.');
  });

  it('are edited by mouse: a task is dragged to another step', async () => {
    await tab.press('Edit');
    await tab.until(`document.querySelectorAll('.react-flow__node.draggable').length === 7`, 'nodes that can be dragged');
    const middle = (name: string) =>
      tab.evaluate<{ x: number; y: number }>(
        `(() => {
          const node = [...document.querySelectorAll('.react-flow__node')].find((node) => node.innerText.startsWith('${name}'));
          const box = node.getBoundingClientRect();
          return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        })()`,
      );
    // The graph is fitted to its frame after it was drawn.
    let from = await middle('Archive');
    for (let last = Number.NaN; last !== from.x + from.y; from = await middle('Archive')) {
      last = from.x + from.y;
      await tab.evaluateLater(`new Promise((resolve) => setTimeout(() => resolve(true), 250))`);
    }
    const to = await middle('2. Step 2');
    await tab.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...from, button: 'left', clickCount: 1 });
    for (const part of [0.3, 0.7, 1])
      await tab.send('Input.dispatchMouseEvent', {
        type: 'mouseMoved',
        x: from.x + (to.x - from.x) * part,
        y: from.y + (to.y - from.y) * part,
        button: 'left',
        buttons: 1,
      });
    await tab.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...to, button: 'left', clickCount: 1 });
    await tab.shows('Not saved yet');
    const last = await tab.evaluate<string>(`[...document.querySelectorAll('.steps > li')].at(-1).innerText`);
    assert.match(last, /Archive/);
    await tab.press('Save');
    await tab.shows('The plan is saved.');
  });

  it('show the state of a run in the graph, with the failed step', async () => {
    await tab.press('Run now');
    await tab.until(`location.pathname.startsWith('/plans/runs/')`);
    failed = (await tab.path()).split(/[/?]/)[3] ?? '';
    await tab.shows('The step “Step 1” is running.');
    await runAll();
    await tab.shows('The step “Step 2” is running.');
    await tab.until(`document.querySelector('.graph-box.good') && document.querySelector('.graph-box.runs')`);
    await checkPage(tab, 'plan-run-live');
    await runAll('EXECUTION_FAILED');
    await tab.shows('The step “Step 2” failed.');
    await runAll();
    await tab.shows('Its error handler has run: Succeeded.');
    await tab.until(`document.querySelectorAll('a.graph-entry.bad').length === 3`, 'three failed tasks that lead to their runs');
    await checkPage(tab, 'plan-run');
  });

  it('run again from a step', async () => {
    await tab.press('Run again from a step');
    await tab.shows('Leave out tasks of this step');
    await checkPage(tab, 'plan-again');
    await pressInDialog(tab, 'Run again');
    await tab.until(`location.pathname.startsWith('/plans/runs/') && !location.pathname.endsWith('${failed}')`);
    await tab.shows('The step “Step 2” is running.');
  });

  it('stop, after a question', async () => {
    await tab.press('Stop');
    await tab.shows('Stop this run of the plan?');
    await tab.enterOn(`[...document.querySelectorAll('[role=dialog] button')].at(-1)`);
    await tab.shows('The run was stopped before its end.');
  });

  it('are found in the list of runs', async () => {
    await tab.open('/runs?plans=yes');
    await tab.press('Monthly invoices');
    await tab.until(`location.pathname.startsWith('/plans/runs/')`);
    await tab.shows('The run was stopped before its end.');
  });

  it('show the end of the last step to a person who watches the run', async () => {
    await tab.open(`/plans/${plan}`);
    await tab.press('Run now');
    await tab.until(`location.pathname.startsWith('/plans/runs/')`);
    await tab.shows('The step “Step 1” is running.');
    await runAll();
    await tab.shows('The step “Step 2” is running.');
    await runAll();
    await tab.shows('All steps have succeeded.');
    await tab.until(`document.querySelectorAll('.graph-box.good').length === 2`, 'two steps that have succeeded');
  });

  it('pause with a reason, and refuse to start', async () => {
    await tab.open(`/plans/${plan}`);
    await tab.press('Pause');
    await tab.shows('Pause this plan?');
    await tab.type('The bank is closed');
    await tab.key('Enter');
    await tab.shows('The bank is closed');
    await tab.press('Run now');
    await tab.shows('405');
    await tab.press('Resume');
    await tab.hides('The bank is closed');
  });

  it('are shown in German', async () => {
    await tab.setLanguage('de');
    await tab.open('/plans');
    await tab.shows('2 Einträge');
    await checkPage(tab, 'plans-de');
    await tab.open(`/plans/${plan}?edit=yes`);
    await tab.until(`document.querySelectorAll('.react-flow__node').length > 6`);
    await checkPage(tab, 'plan-draw-de');
    await tab.open(`/plans/runs/${failed}`);
    await tab.shows('Der Schritt „Step 2“ ist gescheitert.');
    await tab.until(`document.querySelector('.react-flow__node')`);
    await checkPage(tab, 'plan-run-de');
    await tab.setLanguage('en');
  });

  it('are usable at 360 pixels', async () => {
    await tab.setAppearance({ width: 360, height: 740 });
    for (const [path, name] of [
      ['/plans', 'plans'],
      [`/plans/${plan}`, 'plan'],
      [`/plans/${plan}?edit=yes`, 'plan-draw'],
      [`/plans/runs/${failed}`, 'plan-run'],
      ['/plans/new', 'plan-new'],
    ] as const) {
      await tab.open(path);
      await tab.until(name === 'plans' ? `document.querySelector('main h1')` : `document.querySelector('.react-flow__node')`);
      assert.ok(await tab.evaluate(`document.documentElement.scrollWidth <= 360`), `${name} is wider than the window`);
      await savePicture(tab, `${name}-narrow`);
    }
    await tab.setAppearance();
  });

  it('begin at their first step if they are wider than the page, with links that can be hit', async () => {
    const { id } = await server.make.plan({ workspace, name: 'Wide', steps: Array.from({ length: 7 }, () => [archive]) });
    await tab.open(`/plans/${id}`);
    await tab.until(`document.querySelectorAll('a.graph-entry').length === 7`);
    const isInFrame = `(() => {
      const frame = document.querySelector('.plan-graph').getBoundingClientRect();
      const first = document.querySelector('.react-flow__node').getBoundingClientRect();
      const links = [...document.querySelectorAll('a.graph-entry')].map((link) => link.getBoundingClientRect().height);
      return first.left > frame.left && first.left < frame.left + 40 && links.every((height) => height >= 23.99 && height < 29);
    })()`;
    await tab.until(isInFrame, 'the first step and links of 24 pixels');
    await checkPage(tab, 'plan-wide');
  });
});
