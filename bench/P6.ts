/** P6: pages, time ranges and files of a log of ten million lines, compared with SQL by hand on a table with one row per line. */
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { to } from 'pg-copy-streams';
import type { Pool } from 'undici';
import { type Comparison, type Contestant, millisecondsOf, percentile, secondsOf, type Stage } from './contestant.ts';
import { peakMegabytesOf } from './process-tree.ts';
import { connectTo, onDatabase, startDatabaseServer, openPool } from './processes.ts';
import { bench } from './harness.ts';
import { startMillrace, type Millrace } from './millrace.ts';
import { writeLog } from './written-log.ts';

const OURS = 'Millrace, over HTTP';
const BY_HAND = 'SQL by hand, a row for each line';
const PAGE = 200;
/** The largest number of lines of a file. */
const FILE_LINES = 100_000;

/** A log, stored by the product and as rows of a table, with the times of its first and last line. */
type Target = { running: Millrace; pool: Pool; execution: string; lines: number; from: number; to: number; client: Client };
/** The part of the log from which a page is read; `share` (0 to 1) is its relative position. */
type PagePosition = { kind: 'newest' | 'slice' | 'deep'; share: number };

await bench('P6', 'pages, time ranges and files of a log of ten million lines', async (stage) => {
  const lines = stage.smoke ? 80_000 : stage.quick ? 200_000 : 10_000_000;
  const target = await prepareTarget(stage, lines, stage.quick ? 2 : 10);
  const count = stage.smoke ? 3 : stage.quick ? 50 : 300;
  const pages: [kind: PagePosition['kind'], content: string][] = [
    ['newest', 'the newest 200 lines'],
    ['slice', '200 lines of a time range'],
    ['deep', '200 lines at any startIndex'],
  ];
  return [
    ...pages.map(([kind, content]) =>
      pageComparison(target, kind, `${content}, of ${lines.toLocaleString('en')} lines: p99 of ${count} reads`, count),
    ),
    fileComparison(stage, target),
  ];
});

/** Writes the log with the engine protocol, waits until it is settled in the store, and copies it until the store holds `times` as many lines. */
async function prepareTarget(stage: Stage, lines: number, times: number): Promise<Target> {
  const server = await startDatabaseServer(stage);
  const databaseUrl = await server.create('p6');
  const running = await startMillrace(stage, databaseUrl, 'none');
  const execution = await writeLog(stage, running, lines);
  const client = await connectTo(databaseUrl, stage);
  await client.query(`
    insert into log_chunk (execution_id, end_index, lines, first_at, last_at, clock_shift, severities, text_bytes, bytes, blob_key, blob_offset, settled)
    select ids.id, end_index, lines, first_at, last_at, clock_shift, severities, text_bytes, bytes, blob_key, blob_offset, settled
    from log_chunk, (select gen_random_uuid() as id from generate_series(2, ${times})) ids`);
  stage.say('Writing the same lines as rows of a table');
  await client.query(`
    create table line (execution_id uuid, index bigint, at timestamptz, severity text, type text, message text);
    insert into line
    select '${execution}', n, now() + n * interval '1 ms', 'INFO', 'STDOUT', 'row ' || n || ' of airports.csv taken, key=' || md5(n::text) || repeat(' and nothing was wrong', 5)
    from generate_series(0, ${lines - 1}) n;
    alter table line add primary key (execution_id, index);
    create index on line (execution_id, at)`);
  for (const statement of ['vacuum analyze', 'checkpoint']) await client.query(statement);
  const { rows } = await client.query<{ from: Date; to: Date }>('select min(first_at) as from, max(last_at) as to from log_chunk');
  const pool = openPool(running.url, stage);
  return { running, pool, execution, lines, from: Number(rows[0]?.from), to: Number(rows[0]?.to), client };
}

function pageComparison(target: Target, kind: PagePosition['kind'], title: string, count: number): Comparison {
  const contestant = (name: string, read: (position: PagePosition) => Promise<number>): Contestant => ({
    name,
    start: async () => {
      for (let warm = 0; warm < 20; warm += 1) await read({ kind, share: Math.random() });
    },
    run: async () => {
      const times = await millisecondsOf(count, async () => {
        const size = await read({ kind, share: Math.random() });
        if (size !== PAGE) throw new Error(`A page has ${size} lines instead of ${PAGE}`);
      });
      return percentile(times, 0.99);
    },
  });
  return {
    title,
    unit: 'ms',
    better: 'less',
    decimals: 1,
    contestants: [
      contestant(OURS, (position) => readPage(target, position)),
      contestant(BY_HAND, (position) => readRows(target, position)),
    ],
    target: { text: 'less than 20 ms', reached: (median) => median(OURS) < 20 },
    notes: [
      'Millrace: one call after the other, each with authentication, the check of the right, the total and the number of matching lines. The log is complete and in the blob store.',
      'By hand: only the page, from a table that holds only these lines, with an index by number and one by time, on one connection.',
    ],
  };
}

async function readPage({ running, pool, execution, lines, from, to: end }: Target, { kind, share }: PagePosition): Promise<number> {
  const query = new URLSearchParams({ count: String(PAGE) });
  if (kind === 'deep') query.set('startIndex', String(Math.floor(share * (lines - PAGE))));
  if (kind === 'slice') {
    query.set('startTime', new Date(from + share * 0.9 * (end - from)).toISOString());
    query.set('endTime', new Date(from + (share * 0.9 + 0.1) * (end - from)).toISOString());
  }
  // The simplest HTTP client: `fetch` allocates so much memory that its garbage collection would distort the figures.
  const { body } = await pool.request({
    method: 'GET',
    path: `/monitoring/executions/${execution}/logs?${query}`,
    headers: { authorization: `Bearer ${running.token}` },
  });
  return (JSON.parse(await body.text()) as { size: number }).size;
}

async function readRows({ client, execution, lines }: Target, { kind, share }: PagePosition): Promise<number> {
  const columns = 'select severity, type, at, message from line where execution_id = $1';
  if (kind === 'slice') {
    const slice = `${columns} and at between (select at from line where execution_id = $1 and index = $2) and (select at from line where execution_id = $1 and index = $3) order by at desc limit ${PAGE}`;
    const low = Math.floor(share * 0.9 * (lines - 1));
    return (await client.query({ name: 'slice', text: slice, values: [execution, low, Math.floor(low + 0.1 * (lines - 1))] })).rows.length;
  }
  const top = kind === 'newest' ? lines : lines - Math.floor(share * (lines - PAGE));
  const text = `${columns} and index < $2 order by index desc limit ${PAGE}`;
  return (await client.query({ name: 'page', text, values: [execution, top] })).rows.length;
}

function fileComparison(stage: Stage, target: Target): Comparison {
  const details: string[] = [];
  const lines = Math.min(FILE_LINES, target.lines);
  return {
    title: `a file of ${lines.toLocaleString('en')} lines, from the request to its last byte`,
    unit: 's',
    better: 'less',
    decimals: 2,
    contestants: [
      {
        name: OURS,
        run: async () => {
          const before = peakMegabytesOf(target.running.pid);
          const seconds = await secondsOf(() => fetchFile(stage, target));
          details.push(
            `peak memory of the server before and after: ${before.toFixed(0)} and ${peakMegabytesOf(target.running.pid).toFixed(0)} MB`,
          );
          return seconds;
        },
        details: () => details,
      },
      {
        name: 'COPY by hand to a file',
        run: () =>
          secondsOf(() =>
            onDatabase(target.running.databaseUrl, (client) =>
              pipeline(
                client.query(to(`copy (select * from line order by execution_id, index limit ${lines}) to stdout`)),
                createWriteStream(join(stage.folder, 'by-hand.txt')),
              ),
            ),
          ),
      },
    ],
    target: { text: 'less than 2 s', reached: (median) => median(OURS) < 2 },
    notes: ['Millrace: requests the file, polls its status every 20 ms, and downloads it from its address.'],
  };
}

async function fetchFile(stage: Stage, { running, execution, lines }: Target): Promise<void> {
  const headers = { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' };
  const logs = `${running.url}/monitoring/executions/${execution}/logs`;
  const response = await fetch(`${logs}?fileFormat=TEXT`, { method: 'POST', headers });
  const { token } = (await response.json()) as { token: string };
  for (;;) {
    const { presignedURL } = (await (await fetch(`${logs}/status`, { method: 'POST', headers, body: token })).json()) as {
      presignedURL?: string;
    };
    if (presignedURL !== undefined) {
      const { body } = await fetch(presignedURL);
      if (body) await pipeline(body, createWriteStream(join(stage.folder, 'file.txt')));
      const found = readFileSync(join(stage.folder, 'file.txt'), 'latin1').split('\n').length - 1;
      if (found !== Math.min(FILE_LINES, lines)) throw new Error(`The file has ${found} lines`);
      return;
    }
    await wait(20);
  }
}
