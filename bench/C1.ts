/** C1: the console in Chromium: first paint, a filter of a million runs, and a log of ten million lines that is scrolled. */
import type { Page } from '../packages/server/test/support/chromium.ts';
import { logComparisons, type LogSite, buildConsoleOf, chromium, openSignedInTab, type Site } from './console-log.ts';
import { type Comparison, type Contestant, percentile, type Stage } from './contestant.ts';
import { startDatabaseServer, type DatabaseServer } from './processes.ts';
import { bench } from './harness.ts';
import { seedLists, type Size } from './lists-seed.ts';
import { startMillrace } from './millrace.ts';
import { writeLog } from './written-log.ts';

const OURS = 'Millrace';
const CALL = 'its API call alone, from the same page';
const PAINT_MILLISECONDS = 500;
/** Milliseconds between the answer to a call and its rows that a person does not notice. */
const UNNOTICED = 50;
const DAY = 86_400_000;

const SIZE: Size = { environments: 1, workspaces: 20, tasks: 2000, plans: 100, others: 100, executions: 1_000_000, planExecutions: 10_000 };
/** Statuses of the runs in the seeded history. */
const STATUSES = ['EXECUTION_SUCCESS', 'EXECUTION_FAILED', 'EXECUTION_REJECTED', 'DEPLOY_FAILED', 'EXECUTION_TERMINATED'] as const;
/** An expression that the page evaluates: its workspaces. Only the first evaluation after the page was loaded calls the API. */
const WORKSPACES = `(window.workspaces ??= await (await fetch('/orchestration/workspaces')).json())`;
const SEARCH = '/monitoring/observability/executions/search';

await bench('C1', 'the console in Chromium', async (stage) => {
  if (chromium === undefined) throw new Error('C1 needs Chromium: install it, so that `chromium --version` answers.');
  const folder = await buildConsoleOf(stage);
  const databases = await startDatabaseServer(stage);
  const history = await prepareHistory(stage, databases, folder);
  const log = await prepareLog(stage, databases, folder);
  return [paintComparison(stage, history), filterComparison(stage, history), ...logComparisons(log)];
});

async function prepareHistory(stage: Stage, databases: DatabaseServer, folder: string): Promise<Site> {
  const size = stage.quick ? { ...SIZE, executions: 100_000, planExecutions: 1000 } : SIZE;
  const databaseUrl = await databases.create('history');
  const empty = await startMillrace(stage, databaseUrl, 'none');
  await empty.stop();
  await seedLists(databaseUrl, empty.key, size);
  const server = await startMillrace(stage, databaseUrl, 'none', { key: empty.key, settings: { MILLRACE_CONSOLE_FOLDER: folder } });
  return { server, tab: await openSignedInTab(stage, server) };
}

async function prepareLog(stage: Stage, databases: DatabaseServer, folder: string): Promise<LogSite> {
  const lines = stage.smoke ? 80_000 : stage.quick ? 700_000 : 10_000_000;
  const databaseUrl = await databases.create('log');
  const server = await startMillrace(stage, databaseUrl, 'none', { settings: { MILLRACE_CONSOLE_FOLDER: folder } });
  const execution = await writeLog(stage, server, lines);
  return { server, tab: await openSignedInTab(stage, server), lines, execution, seconds: stage.smoke ? 1 : 10 };
}

function paintComparison(stage: Stage, { server, tab }: Site): Comparison {
  const count = stage.smoke ? 2 : 20;
  return {
    title: `start page in a browser that has its files, ${count} loads: first paint, median`,
    unit: 'ms',
    better: 'less',
    contestants: [pageLoads(tab, `${server.url}/`, count)],
    target: { text: `less than ${PAINT_MILLISECONDS} ms`, reached: (median) => median(OURS) < PAINT_MILLISECONDS },
    notes: [
      'From the start of the navigation to the first text or picture, as the browser reports it (first-contentful-paint).',
      'The page shows the runs of the last 24 hours of an install with a million runs.',
      'No other console is measured. The program of Temporal cannot be installed from the Go module proxy, because its go.mod has a local replacement; Maven Central has no io.kestra:kestra.',
    ],
  };
}

function pageLoads(tab: Page, url: string, count: number): Contestant {
  let untilContent = Number.NaN;
  const load = async (): Promise<[paint: number, content: number]> => {
    await tab.goto(url);
    return tab.evaluate<[number, number]>(`(async () => {
      for (;;) {
        const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
        if (paint !== undefined && document.querySelector('.timeline .timeline-name')) return [paint, performance.now()];
        await new Promise(requestAnimationFrame);
      }
    })()`);
  };
  return {
    name: OURS,
    start: load,
    run: async () => {
      const loads: [number, number][] = [];
      for (let index = 0; index < count; index += 1) loads.push(await load());
      const timesOf = (part: 0 | 1): number[] => loads.map((times) => times[part]);
      untilContent = percentile(timesOf(1), 0.5);
      return percentile(timesOf(0), 0.5);
    },
    details: () => [`until the timeline shows its runs: ${untilContent.toFixed(0)} ms`],
  };
}

function filterComparison(stage: Stage, { server, tab }: Site): Comparison {
  const count = stage.smoke ? 4 : 100;
  const contestant = (name: string, measure: (filters: RunFilters) => Promise<number>): Contestant => ({
    name,
    start: async () => {
      // Loading the page again empties its cache.
      await tab.goto(`${server.url}/runs`);
      await measure({ status: STATUSES[1], workspace: 0, period: '7d' });
    },
    run: async () => {
      const times: number[] = [];
      for (let index = 0; index < count; index += 1) {
        const workspace = Math.floor(index / STATUSES.length) % SIZE.workspaces;
        times.push(await measure({ status: STATUSES[index % STATUSES.length] ?? '', workspace, period: '30d' }));
      }
      return percentile(times, 0.5);
    },
  });
  return {
    title: `${SIZE.executions.toLocaleString('en')} runs filtered by status, period and workspace, ${count} times: until the rows are painted, median`,
    unit: 'ms',
    better: 'less',
    contestants: [contestant(OURS, (filters) => filterInPage(tab, filters)), contestant(CALL, (filters) => callInPage(tab, filters))],
    target: { text: `at most ${UNNOTICED} ms more than its API call`, reached: (median) => median(OURS) - median(CALL) <= UNNOTICED },
    notes: [
      'Millrace: from the change of the address to the frame after the rows with this status are in the page. No filter occurs twice, so nothing is in the cache of the page.',
      'The API call: the same search of 100 runs by fetch in the same page, until its JSON is read.',
    ],
  };
}

/** Filters of the list of runs; a workspace by its position in the list of workspaces. */
type RunFilters = { status: string; workspace: number; period: '7d' | '30d' };

/** Changes the filters as a link within the page does. All rows of the last filter have another status. */
function filterInPage(tab: Page, { status, workspace, period }: RunFilters): Promise<number> {
  return tab.evaluate(`(async () => {
    const statusesShown = () => [...new Set([...document.querySelectorAll('main tbody tr td:first-child')].map((cell) => cell.innerText).filter(Boolean))];
    const search = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries({ status: '${status}', workspace: ${WORKSPACES}[${workspace}].id, period: '${period}' })) search.set(name, value);
    const [before] = statusesShown();
    const startedAt = performance.now();
    history.pushState({}, '', '/runs?' + search);
    for (;;) {
      await new Promise(requestAnimationFrame);
      const shown = statusesShown();
      if (shown.length === 1 && shown[0] !== before) break;
      if (performance.now() - startedAt > 30_000) throw new Error('The page does not show the rows: ' + location + ' ' + document.body.innerText.slice(0, 2000));
    }
    await new Promise(requestAnimationFrame);
    return performance.now() - startedAt;
  })()`);
}

function callInPage(tab: Page, { status, workspace, period }: RunFilters): Promise<number> {
  return tab.evaluate(`(async () => {
    window.token ??= (await fetch('/api/v1/csrf-token')).headers.get('service-csrf-token');
    const { id, environment } = ${WORKSPACES}[${workspace}];
    const [from, to] = [Date.now() - ${Number.parseInt(period, 10) * DAY}, Date.now()].map((time) => new Date(time).toISOString());
    const filters = [
      { field: 'status', operator: 'in', value: ['${status}'] },
      { field: 'period', operator: 'between', value: [from, to] },
      { field: 'workspaceId', operator: 'in', value: [id] },
    ];
    const body = JSON.stringify({ environmentId: environment.id, category: 'ETL', exclude: 'PLAN_EXECUTIONS', filters, limit: 100, offset: 0 });
    const headers = { 'content-type': 'application/json', 'service-csrf-token': window.token };
    const startedAt = performance.now();
    const answer = await fetch('${SEARCH}', { method: 'POST', headers, body });
    const { items } = await answer.json();
    if (!items?.length) throw new Error('The call has no runs: ' + answer.status);
    return performance.now() - startedAt;
  })()`);
}
