/** C1: the console in Chromium: first paint, Home and a filter at a million runs, and a log of ten million lines that is scrolled. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Page } from '../packages/server/test/support/chromium.ts';
import { logComparisons, type LogSite, buildConsoleOf, chromium, openSignedInTab, type Site } from './console-log.ts';
import { type Comparison, type Contestant, percentile, type Stage } from './contestant.ts';
import { onDatabase, startDatabaseServer, type DatabaseServer } from './processes.ts';
import { bench } from './harness.ts';
import { seedLists, type Size } from './lists-seed.ts';
import { startMillrace } from './millrace.ts';
import { writeLog } from './written-log.ts';

const OURS = 'Millrace';
const CALL = 'its API call alone, from the same page';
const PAINT_MILLISECONDS = 500;
const NUMBERS_MILLISECONDS = 800;
const MOST_SHIFT = 0.05;
/** Milliseconds between the answer to a call and its rows that a person does not notice. */
const UNNOTICED = 50;
const DAY = 86_400_000;

const SIZE: Size = { environments: 1, workspaces: 20, tasks: 2000, plans: 100, others: 100, executions: 1_000_000, planExecutions: 10_000 };
/** The size of the seeded history. */
const sizeOf = ({ quick }: Stage): Size => (quick ? { ...SIZE, executions: 100_000, planExecutions: 1000 } : SIZE);
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
  return [...homeComparisons(stage, history), filterComparison(stage, history), ...logComparisons(log)];
});

async function prepareHistory(stage: Stage, databases: DatabaseServer, folder: string): Promise<Site> {
  const databaseUrl = await databases.create('history');
  const empty = await startMillrace(stage, databaseUrl, 'none');
  await empty.stop();
  await seedLists(databaseUrl, empty.key, sizeOf(stage));
  const server = await startMillrace(stage, databaseUrl, 'none', { key: empty.key, settings: { MILLRACE_CONSOLE_FOLDER: folder } });
  await onDatabase(databaseUrl, untilHoursAreCounted);
  return { server, tab: await openSignedInTab(stage, server) };
}

/** Waits until the server has counted the hours of the longest range of Home. */
async function untilHoursAreCounted(client: Client): Promise<void> {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; await wait(200)) {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from task_execution_counted_hour');
    if ((rows[0]?.count ?? 0) >= 168) return void (await client.query('vacuum analyze'));
  }
  throw new Error('The server did not count the past hours within two minutes.');
}

async function prepareLog(stage: Stage, databases: DatabaseServer, folder: string): Promise<LogSite> {
  const lines = stage.smoke ? 80_000 : stage.quick ? 700_000 : 10_000_000;
  const databaseUrl = await databases.create('log');
  const server = await startMillrace(stage, databaseUrl, 'none', { settings: { MILLRACE_CONSOLE_FOLDER: folder } });
  const execution = await writeLog(stage, server, lines);
  return { server, tab: await openSignedInTab(stage, server), lines, execution, seconds: stage.smoke ? 1 : 10 };
}

function homeComparisons(stage: Stage, { server, tab }: Site): Comparison[] {
  const count = stage.smoke ? 2 : 20;
  const title = (what: string): string => `Home in a browser that has its files, ${count} loads: ${what}`;
  const load = (range: string, of: (loads: readonly Load[]) => number): Contestant =>
    pageLoads(tab, `${server.url}/?range=${range}`, count, of);
  const median = (part: keyof Load) => (loads: readonly Load[]) =>
    percentile(
      loads.map((one) => one[part]),
      0.5,
    );
  const runs = sizeOf(stage).executions.toLocaleString('en');
  return [
    {
      title: title('first paint, median'),
      unit: 'ms',
      better: 'less',
      contestants: [load('24h', median('paint'))],
      target: { text: `less than ${PAINT_MILLISECONDS} ms`, reached: (of) => of(OURS) < PAINT_MILLISECONDS },
      notes: [
        'From the start of the navigation to the first text or picture, as the browser reports it (first-contentful-paint).',
        'No other console is measured. The program of Temporal cannot be installed from the Go module proxy, because its go.mod has a local replacement; Maven Central has no io.kestra:kestra.',
      ],
    },
    ...(['night', '24h', '7d'] as const).map((range): Comparison => ({
      title: title(`until its numbers are painted, ${range}, median`),
      unit: 'ms',
      better: 'less',
      contestants: [load(range, median('numbers'))],
      target: { text: `less than ${NUMBERS_MILLISECONDS} ms`, reached: (of) => of(OURS) < NUMBERS_MILLISECONDS },
      notes: [
        `The install has ${runs} runs in 60 days. Numbers: all tiles, the runs by hour, and the failures by cause; to the frame after the last of them.`,
      ],
    })),
    {
      title: title('layout shift, largest'),
      unit: '',
      better: 'less',
      decimals: 3,
      contestants: [load('7d', (loads) => Math.max(...loads.map(({ shift }) => shift)))],
      target: { text: `at most ${MOST_SHIFT}`, reached: (of) => of(OURS) <= MOST_SHIFT },
      notes: ['The sum of all shifts until one second after the numbers, as the browser reports them (layout-shift).'],
    },
  ];
}

/** One load of Home: milliseconds until the first paint and until all numbers are painted, and the sum of the layout shifts. */
type Load = { paint: number; numbers: number; shift: number };

function pageLoads(tab: Page, url: string, count: number, of: (loads: readonly Load[]) => number): Contestant {
  const load = async (): Promise<Load> => {
    await tab.goto(url);
    return tab.evaluate<Load>(`(async () => {
      let shift = 0;
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shift += value; }).observe({ type: 'layout-shift', buffered: true });
      const frame = () => new Promise(requestAnimationFrame);
      const isPainted = () => {
        const numbers = [...document.querySelectorAll('[data-tile]')].map((tile) => tile.children[1].textContent);
        return numbers.length > 0 && numbers.every((text) => /\\d/.test(text)) && document.querySelector('[data-hours] svg') && document.querySelector('[data-cause]');
      };
      while (!isPainted()) await frame();
      await frame();
      const numbers = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return { paint: performance.getEntriesByName('first-contentful-paint')[0].startTime, numbers, shift };
    })()`);
  };
  return {
    name: OURS,
    start: load,
    run: async () => {
      const loads: Load[] = [];
      for (let index = 0; index < count; index += 1) loads.push(await load());
      return of(loads);
    },
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
    title: `${sizeOf(stage).executions.toLocaleString('en')} runs filtered by status, period and workspace, ${count} times: until the rows are painted, median`,
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
    const statusesShown = () => [...new Set([...document.querySelectorAll('main tbody tr td[data-label=State]')].map((cell) => cell.innerText).filter(Boolean))];
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
