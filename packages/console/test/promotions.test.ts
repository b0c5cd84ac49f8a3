// run: own process, waiting, in test:all because it starts a browser
/** A person creates a promotion, reads the changes in its analysis, executes it, and reads the report. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makePlan } from '../../server/test/support/promotions.ts';
import { savePicture, skipsJourneys, startConsoleBrowser, startConsoleServer, type ConsoleBrowser } from './support/console-site.ts';
import type { ConsoleTab } from './support/console-tab.ts';
import { checkPage } from './support/journey.ts';

const HOSTILE = `<img src=x onerror="window.hurt=1"> \u202Eabc ${'long '.repeat(40)}`.slice(0, 120);

const server = await startConsoleServer();

describe('promotions in the console', { skip: skipsJourneys, timeout: 240_000 }, () => {
  let browser: ConsoleBrowser;
  let tab: ConsoleTab;

  before(async () => {
    const { make } = server;
    const [source, target] = [await make.environment({ name: 'Test' }), await make.environment({ name: 'Production' })];
    const workspace = await make.workspace({ environment: source, name: 'Finance' });
    const load = await make.task({ workspace: workspace.id, name: 'Load airports' });
    const write = await make.task({ workspace: workspace.id, name: 'Write invoices' });
    await make.task({ workspace: workspace.id, name: HOSTILE });
    await makePlan(server, workspace.id, 'Monthly invoices', [{ name: 'first', tasks: [load.id, write.id] }]);
    const targetWorkspace = await make.workspace({ environment: target, name: 'Finance' });
    await make.workspace({ environment: source, name: 'Mine', type: 'personal' });
    browser = await startConsoleBrowser(server);
    ({ tab } = browser);
    await tab.setAppearance();
    const person = await make.person({
      permissions: ['SVC_PIPELINE_MANAGEMENT', 'SVC_PROMOTION_EXECUTION', 'SVC_OPERATOR'],
      rights: { [workspace.id]: ['VIEW', 'EXECUTE', 'AUTHOR', 'PUBLISH', 'MANAGE'], [targetWorkspace.id]: ['VIEW'] },
    });
    await tab.signIn(person, `/promotions?environment=${source}`);
  });
  after(() => browser?.stop());

  it('begin with an empty list that explains promotions', async () => {
    await tab.shows('There is no promotion yet');
    await checkPage(tab, 'promotions-empty');
    await tab.press('New promotion');
    await tab.until(`document.querySelector('[role=dialog] form')`);
    await checkPage(tab, 'promotion-new');
    await tab.enterOn(`[...document.querySelectorAll('[role=dialog] button')].at(-1)`);
    await tab.until(`/promotions.[0-9a-f-]{36}/.test(location.pathname)`);
    await tab.shows('No account yet.');
  });

  it('refuse an account that is not assigned, with code and request', async () => {
    await tab.press('Analyse');
    await tab.shows('Request ');
    await tab.shows('403');
    await checkPage(tab, 'promotion-refused');
  });

  it('are analysed as a diff', async () => {
    await tab.press('Add a person');
    await tab.shows('(you)');
    await tab.key('ArrowDown');
    await tab.until(`document.activeElement.getAttribute('aria-activedescendant')`, 'a chosen entry');
    await tab.key('Enter');
    await tab.until(`document.querySelector('.people li')`);
    await tab.press('Analyse');
    await tab.shows('Analysis: nothing has been changed');
    await tab.shows('Load airports');
    await tab.until(`location.search.includes('report=')`);
    await tab.shows('Left out');
    await checkPage(tab, 'promotion-analysis');
  });

  it('are executed after a question, with a report; then nothing differs', async () => {
    await tab.press('Execute');
    await tab.shows('It changes the environment Production.');
    await tab.enterOn(`[...document.querySelectorAll('[role=dialog] button')].at(-1)`);
    await tab.shows('The promotion is executed.');
    await tab.until(`[...document.querySelectorAll('h2')].some((node) => node.innerText === 'Report')`);
    await checkPage(tab, 'promotion-report');
    await tab.open('/promotions');
    await tab.shows('1 entry');
    await checkPage(tab, 'promotions');
  });

  it('are shown in German', async () => {
    await tab.setLanguage('de');
    await tab.open('/promotions');
    await tab.shows('1 Eintrag');
    await tab.evaluate(`document.querySelector('[data-row="0"]').click()`);
    // When the card of the people appears, it moves the parts below it.
    await tab.until(`document.querySelector('.people li')`);
    await tab.press('Analysieren');
    await tab.shows('Analyse: nichts wurde geändert');
    await checkPage(tab, 'promotion-analysis-de');
    await tab.evaluate(`[...document.querySelectorAll('.check input')].at(-1).click()`);
    await tab.shows('Unverändert');
    await tab.setAppearance({ width: 360, height: 740 });
    assert.ok(await tab.evaluate(`document.documentElement.scrollWidth <= 360`), 'the page is wider than the window');
    assert.ok(await tab.evaluate(`document.documentElement.scrollHeight <= 740`), 'the page scrolls beside its content');
    await savePicture(tab, 'promotion-narrow');
    await tab.setAppearance();
    await tab.setLanguage('en');
  });
});
