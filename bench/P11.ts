/** P11: crawls of a thousand tables and views into datasets with samples and quality: a first crawl, and one of unchanged tables. */
import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Comparison, type Contestant, secondsOf } from './contestant.ts';
import { onDatabase, postmasterOf, startDatabaseServer, type DatabaseServer } from './processes.ts';
import { bench } from './harness.ts';
import { callMillrace, startMillrace, type Millrace } from './millrace.ts';
import { processorSecondsBelow, processorSecondsOf } from './process-tree.ts';
import { SOURCE_COLUMNS, startSource, type SourceDatabase, type SourceSize } from './source-database.ts';

const OURS = 'Millrace';
const DUMP = 'pg_dump --schema-only';
const FULL: SourceSize = { tables: 900, views: 100, rows: 1000 };
const SMALLEST: SourceSize = { tables: 9, views: 1, rows: 20 };
const TIMEOUT_MILLISECONDS = 600_000;

type CrawlerStatus = {
  runStatus: string;
  failure?: string;
  nbDatasetsFinished: number;
  nbDatasetsCreated: number;
  nbSamplesFailed: number;
};

await bench('P11', 'a crawl of a database', async (stage) => {
  const size = stage.smoke ? SMALLEST : FULL;
  const databases = await startDatabaseServer(stage);
  const source = await startSource(stage, databases, size);
  const comparison = (kind: 'cold' | 'unchanged', title: string, seconds: number): Comparison => ({
    title: `${title}: ${size.tables} tables and ${size.views} views, ${size.rows.toLocaleString('en')} rows of ${SOURCE_COLUMNS} columns in each`,
    unit: 's',
    better: 'less',
    decimals: 2,
    contestants: [crawl(source, databases, { kind, size }), ...(source.dump === undefined ? [] : [dump(source, source.dump)])],
    ...(source.dump === undefined && { skipped: { [DUMP]: 'PostgreSQL with its client programs is not installed on this machine' } }),
    target: { text: `less than ${seconds} s`, reached: (median) => median(OURS) < seconds },
    notes: [
      'From the call that starts the crawler to the answer that says it has finished, through the whole product: server, engine, and the program of the crawl in its own process.',
      `${DUMP} reads only definitions, no rows, and stores nothing: it is the lower bound.`,
    ],
  });
  return [
    comparison('cold', 'The first crawl', 30),
    comparison('unchanged', 'A further crawl of unchanged tables; the rows of views are read again', 3),
  ];
});

function crawl(
  source: SourceDatabase,
  databases: DatabaseServer,
  { kind, size }: { kind: 'cold' | 'unchanged'; size: SourceSize },
): Contestant {
  let millrace: Millrace;
  let crawler: string;
  let processorTime = '';
  const expected = size.tables + size.views;
  return {
    name: OURS,
    start: async (turn) => {
      millrace = await startMillrace(turn, await databases.create('p11', turn), { capacity: 4 });
      crawler = await addCrawler(millrace, source);
      if (kind === 'unchanged') await runCrawler(millrace, crawler, { finished: expected, created: expected });
    },
    run: async () => {
      const [before, begunAt] = [await processorTimesOf(millrace, source), new Date()];
      const created = kind === 'cold' ? expected : 0;
      const seconds = await secondsOf(() => runCrawler(millrace, crawler, { finished: expected, created }));
      processorTime = `Processor time: ${usedBy(before, await processorTimesOf(millrace, source))}`;
      await checkDatasets(millrace, { expected, sampled: kind === 'cold' ? expected : size.views, since: begunAt, rows: size.rows });
      return seconds;
    },
    details: () => [processorTime],
  };
}

function dump({ url }: SourceDatabase, program: string): Contestant {
  const run = (): Promise<number> => secondsOf(() => promisify(execFile)(program, ['--schema-only', '--file=/dev/null', url]));
  return { name: DUMP, start: run, run };
}

/** Creates a crawler. The scan before it is the warm-up, in which the engine downloads the program. */
async function addCrawler(millrace: Millrace, { properties }: SourceDatabase): Promise<string> {
  const [workspace] = await callMillrace<{ id: string }[]>(millrace, 'GET', '/orchestration/workspaces');
  const connection = await callMillrace<{ id: string }>(millrace, 'POST', '/connections', {
    label: 'source',
    workspaceId: workspace?.id,
    properties,
    keepsSamples: true,
  });
  await callMillrace(millrace, 'POST', `/connections/scan/${connection.id}`);
  for (const deadline = performance.now() + TIMEOUT_MILLISECONDS; ; await wait(50)) {
    if (await callMillrace(millrace, 'GET', `/connections/scan/${connection.id}`).then(Boolean, () => false)) break;
    if (performance.now() > deadline) throw new Error('The scan does not end.');
  }
  return (await callMillrace<{ id: string }>(millrace, 'POST', '/connections/crawlers', { connectionId: connection.id, name: 'all' })).id;
}

/** Runs a crawler to its end. Fails unless it has written the expected datasets. */
async function runCrawler(millrace: Millrace, crawler: string, expected: { finished: number; created: number }): Promise<void> {
  await callMillrace(millrace, 'POST', `/connections/crawlers/${crawler}/run`);
  for (const deadline = performance.now() + TIMEOUT_MILLISECONDS; ; await wait(10)) {
    const { status } = await callMillrace<{ status: CrawlerStatus }>(millrace, 'GET', `/connections/crawlers/${crawler}`);
    if (performance.now() > deadline) throw new Error(`The crawl does not end: ${JSON.stringify(status)}`);
    if (status.runStatus !== 'Finished' && status.runStatus !== 'PropertiesRetrievalFailed') continue;
    const { nbDatasetsFinished: finished, nbDatasetsCreated: created, nbSamplesFailed: failed } = status;
    if (status.failure !== undefined || finished !== expected.finished || created !== expected.created || failed > 0)
      throw new Error(`The crawl has not written the expected datasets: ${JSON.stringify(status)}`);
    return;
  }
}

/** Fails unless each dataset has its columns, its sample and its quality, and only the expected samples were read in this run. */
async function checkDatasets(
  { databaseUrl }: Millrace,
  wanted: { expected: number; sampled: number; since: Date; rows: number },
): Promise<void> {
  const [found] = await onDatabase(databaseUrl, async (client) => {
    const text = `
      select count(*) filter (where d.quality_valid > 0) as counted,
             count(*) filter (where (select count(*) from dataset_column c where c.dataset_id = d.id) = $1) as whole,
             count(*) filter (where s.rows = $2) as sampled,
             count(*) filter (where s.sampled_at >= $3) as fresh
      from dataset d
      left join lateral (
        select sum(jsonb_array_length(b.cells)) as rows, min(b.sampled_at) as sampled_at
        from dataset_sample b
        where b.dataset_id = d.id) s on true`;
    return (await client.query<Record<string, string>>(text, [SOURCE_COLUMNS, wanted.rows, wanted.since])).rows;
  });
  const numbers = [found?.['counted'], found?.['whole'], found?.['sampled'], found?.['fresh']].map(Number);
  if (JSON.stringify(numbers) !== JSON.stringify([wanted.expected, wanted.expected, wanted.expected, wanted.sampled]))
    throw new Error(`The datasets are not those of the tables: ${JSON.stringify(found)}`);
}

type ProcessorTimes = Readonly<Record<string, number>>;

/** The seconds of processor time that each part has used. */
async function processorTimesOf({ pid, databaseUrl }: Millrace, { url }: SourceDatabase): Promise<ProcessorTimes> {
  const [ours, theirs] = [await postmasterOf(databaseUrl), await postmasterOf(url)];
  const databases =
    ours === theirs
      ? { 'both databases': processorSecondsBelow(ours) }
      : { 'its database': processorSecondsBelow(ours), 'the source': processorSecondsBelow(theirs) };
  return { server: processorSecondsOf(pid), 'engine and program of the crawl': processorSecondsBelow(pid), ...databases };
}

function usedBy(before: ProcessorTimes, after: ProcessorTimes): string {
  return Object.entries(after)
    .map(([name, seconds]) => `${name} ${(seconds - (before[name] ?? 0)).toFixed(1)} s`)
    .join(', ');
}
