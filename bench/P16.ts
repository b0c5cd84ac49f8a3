/** P16: the audit log at ten million entries: every filter, order and page. */
import { type AuditFacts, fillAuditLog, untilSealed } from './audit-seed.ts';
import { slowestPart, type Stage } from './contestant.ts';
import { onDatabase, startDatabaseServer, openPool } from './processes.ts';
import { bench } from './harness.ts';
import { type Millrace, startMillrace } from './millrace.ts';

const OURS = 'Millrace, over HTTP';
const TARGET_MILLISECONDS = 50;
/** Measurements of each call in a round. */
const TIMES = 20;
/** Milliseconds for which sealing all entries may take. */
const SEAL_MILLISECONDS = 900_000;
/** Days over which the entries are spread. */
const DAYS = 390;

/** A call: its name in the report, and its path with the query. */
type Call = { name: string; path: string };

await bench('P16', 'the audit log at size', async (stage) => {
  const entries = stage.smoke ? 5000 : stage.quick ? 1_000_000 : 10_000_000;
  const databaseUrl = await (await startDatabaseServer(stage)).create('p16');
  const empty = await startMillrace(stage, databaseUrl, 'none');
  await empty.stop();
  const startedAt = performance.now();
  const facts = await onDatabase(databaseUrl, (client) => fillAuditLog(client, entries, DAYS));
  const filled = performance.now();
  const server = await startMillrace(stage, databaseUrl, 'none', { key: empty.key });
  await onDatabase(databaseUrl, (client) => untilSealed(client, entries, SEAL_MILLISECONDS));
  const calls = await callsOf(server, facts);
  await server.stop();
  const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(0);
  stage.say(`Seeded in ${seconds(filled - startedAt)} s, sealed in ${seconds(performance.now() - filled)} s`);
  return [
    {
      title: `${entries.toLocaleString('en')} entries of 200 accounts in ${DAYS} days: 99th percentile of the slowest call`,
      unit: 'ms',
      better: 'less',
      decimals: 1,
      contestants: [
        slowestPart(OURS, {
          calls: calls.flatMap((call) => Array.from({ length: stage.smoke ? 1 : TIMES }, () => call)),
          warmUpCalls: calls,
          partOf: ({ name }) => name,
          open: (turn) => openReader(turn, databaseUrl, empty.key),
        }),
      ],
      target: { text: `each call in less than ${TARGET_MILLISECONDS} ms`, reached: (median) => median(OURS) < TARGET_MILLISECONDS },
      notes: [
        `Each call is made ${TIMES} times, one at a time, after a call that is not counted; the percentile is that of its times. Pages have 100 entries.`,
        'The busiest account made half of all entries, and the most frequent action is half of all entries. The rarest account made 10 entries, all of them in the first months.',
        'Answers of GET /security/audit/logs have the exact total. All entries are sealed.',
      ],
    },
  ];
});

function parametersOf(query: Record<string, unknown>): URLSearchParams {
  return new URLSearchParams(Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])));
}

/** All calls that are measured; the cursors in the middle come from the server. */
async function callsOf(server: Millrace, facts: AuditFacts): Promise<Call[]> {
  const calls: Call[] = [];
  const add = (route: string, name: string, query: Record<string, unknown>): void => {
    const parameters = parametersOf(query);
    calls.push({ name: `${route} ${name}`, path: `${route}?${String(parameters)}` });
  };
  const logs = '/security/audit/logs';
  const pages = Math.ceil(facts.entries / 100);
  const day = { fromDate: facts.middle.toISOString(), toDate: new Date(facts.middle.getTime() + 86_400_000).toISOString() };
  for (const [name, query] of [
    ['all', {}],
    ['middle page', { page: Math.floor(pages / 2) }],
    ['last page', { page: pages }],
    ['a day', day],
    ['from the middle on', { fromDate: day.fromDate }],
    ['up to the middle, last page', { toDate: day.fromDate, page: Math.floor(pages / 2) - 1 }],
    ['from an entry on', { fromId: facts.middleId, page: 1000 }],
  ] as const)
    add(logs, name, query);

  const audits = '/api/v1/audits';
  const type = (action: string): string => `com.service.v1.${action}`;
  const early = { eventTime: `/${facts.middle.toISOString()}` };
  const filters = {
    'no filter': {},
    'frequent type': { eventType: type(facts.frequent) },
    'rare type': { eventType: type(facts.rare) },
    source: { source: 'com.service/tasks' },
    'busy account': { userId: facts.busy },
    'rare account': { userId: facts.idle },
    'unknown account': { userId: facts.middleId },
    'busy account and rare type': { userId: facts.busy, eventType: type(facts.rare) },
    'rare account and frequent type': { userId: facts.idle, eventType: type(facts.frequent) },
    'busy account and source': { userId: facts.busy, source: 'com.service/tasks' },
    'up to the middle': early,
    'up to the middle, busy account': { ...early, userId: facts.busy },
    'up to the middle, rare type': { ...early, eventType: type(facts.rare) },
  };
  for (const [name, filter] of Object.entries(filters))
    for (const sort of ['-eventTime', 'eventTime', 'eventType', '-source']) {
      add(audits, `${name}, ${sort}`, { ...filter, sort, limit: 100 });
      const next = await cursorInTheMiddle(server, { ...filter, sort, limit: 100 }, facts);
      if (next !== undefined) add(audits, `${name}, ${sort}, from the middle`, { ...filter, sort, limit: 100, next });
    }
  add(audits, 'ids', { id: [facts.middleId, facts.busy].join(',') });
  calls.push({ name: 'one', path: `${audits}/${facts.middleId}` });
  calls.push({ name: 'types', path: `${audits}/types` }, { name: 'sources', path: `${audits}/sources` });
  return calls;
}

/** The cursor after a page that begins in the middle of the period; undefined if nothing follows it. */
async function cursorInTheMiddle(
  { url, token }: Millrace,
  query: Record<string, unknown>,
  { middle }: AuditFacts,
): Promise<string | undefined> {
  const descending = String(query['sort']).startsWith('-');
  const eventTime = descending ? `/${middle.toISOString()}` : `${middle.toISOString()}/`;
  const parameters = parametersOf({ ...query, eventTime });
  const response = await fetch(`${url}/api/v1/audits?${String(parameters)}`, { headers: { authorization: `Bearer ${token}` } });
  const { links } = (await response.json()) as { links: { next?: { href: string } } };
  return links.next && (new URL(links.next.href).searchParams.get('next') ?? undefined);
}

async function openReader(turn: Stage, databaseUrl: string, key: string): Promise<(call: Call) => Promise<void>> {
  const { url, token } = await startMillrace(turn, databaseUrl, 'none', { key });
  const pool = openPool(url, turn);
  return async ({ path }) => {
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { authorization: `Bearer ${token}` } });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}: ${text}`);
  };
}
