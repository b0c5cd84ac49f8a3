/** P16: the audit log at ten million entries: every filter, order and page. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { slowestPart, type Stage } from './contestant.ts';
import { onDatabase, startDatabaseServer, openPool } from './processes.ts';
import { bench } from './harness.ts';
import { type Millrace, startMillrace } from './millrace.ts';

/** Values for filters. */
type AuditFacts = {
  entries: number;
  /** The account of half of all entries, and an account with few entries, all of them old. */
  busy: string;
  idle: string;
  /** The action of half of all entries, and an action of few entries. */
  frequent: string;
  rare: string;
  middle: Date;
  middleId: string;
};

const DAY = 86_400_000;
const DAYS = 390;
const CHUNK = 500_000;
const ACTIONS = ['task-executions.start-task-execution', 'task-executions.end-task-execution', 'tasks.create-task', 'tasks.replace-task', 'tasks.delete-task', 'tasks.pause-task', 'plans.create-plan', 'plans.replace-plan', 'plan-executions.start-plan-execution', 'connections.create-connection', 'connections.replace-connection', 'artifacts.publish-artifact', 'schedules.add-trigger', 'schedules.create-schedule', 'workspaces.create-workspace', 'workspaces.replace-workspace', 'environments.create-environment', 'groups.create-group', 'groups.add-group-users', 'service-accounts.create-service-account', 'service-accounts.issue-service-account-token', 'tokens.create-personal-access-token', 'promotions.analyze-promotion', 'run-profiles.create-run-profile', 'resources.create-resource', 'workspace-permissions.replace-user-rights', 'environments.delete-environment'] as const; // prettier-ignore
const RARE = 'workspaces.delete-workspace';

const account = (n: string): string => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Fills the audit log of a database that Millrace has created. */
async function fillAuditLog(client: Client, entries: number): Promise<AuditFacts> {
  const to = Date.now() - 3_600_000;
  const from = to - DAYS * DAY;
  await client.query(`
    create function bench_at(n bigint) returns timestamptz immutable parallel safe language sql return
      to_timestamp(${from / 1000} + n * ${(to - from) / 1000 / entries});
    create function bench_entry_id(n bigint) returns uuid immutable parallel safe language sql return
      (lpad(to_hex((extract(epoch from bench_at(n)) * 1000)::bigint), 12, '0') || '7001' || '8' || lpad(to_hex(n), 15, '0'))::uuid`);
  for (let month = new Date(from); month.getTime() < to; month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1))) {
    const [first, next] = [0, 1].map((later) => new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + later, 1)));
    const id = (at: Date | undefined): string => {
      const time = (at ?? month).getTime().toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
    };
    const name = `audit_entry_${(first ?? month).toISOString().slice(0, 7).replace('-', '_')}`;
    await client.query(`create table if not exists ${name} partition of audit_entry for values from ('${id(first)}') to ('${id(next)}')`);
  }
  for (let done = 0; done < entries; done += CHUNK)
    await client.query(
      `insert into audit_entry (
         id, number, tenant_id, account_id, action, login, email, request_id, client_address, method, url, user_agent, request_body, status,
         response_body)
       select bench_entry_id(n), n, t.id,
              case when n % 2 = 0 then ${account('0')} when n <= 10 then ${account('999')} else ${account('1 + n % 199')} end,
              case when n % 100000 = 7 then '${RARE}' when n % 4 < 2 then '${ACTIONS[0]}' else ($1::text[])[1 + (hashint8(n) & 1048575) % ${ACTIONS.length}] end,
              'user ' || n % 199, 'user' || n % 199 || '@example.com', gen_random_uuid(), '10.0.0.' || n % 250, 'POST', '/processing/executions',
              'millrace-cli/0.1.0', '{"executable":"' || gen_random_uuid() || '"}', 201, '{"executionId":"' || gen_random_uuid() || '"}'
       from generate_series(${done + 1}::bigint, ${Math.min(entries, done + CHUNK)}::bigint) n
       cross join (select id from tenant limit 1) t`,
      [ACTIONS],
    );
  await client.query(`select setval('audit_number', $1)`, [entries]);
  await client.query('analyze audit_entry');
  const { rows } = await client.query<{ id: string; at: Date; busy: string; idle: string }>(
    `select bench_entry_id($1::bigint) as id, bench_at($1::bigint) as at, ${account('0')} as busy, ${account('999')} as idle`,
    [Math.floor(entries / 2)],
  );
  const [row] = rows;
  if (!row) throw new Error('The database returned no row of the audit log');
  return { entries, busy: row.busy, idle: row.idle, frequent: ACTIONS[0], rare: RARE, middle: row.at, middleId: row.id };
}

const OURS = 'Millrace, over HTTP';
const TARGET_MILLISECONDS = 50;
/** Measurements of each call in a round. */
const TIMES = 20;
/** Milliseconds for which sealing all entries may take. */
const SEAL_MILLISECONDS = 900_000;

/** A call: its name in the report, and its path with the query. */
type Call = { name: string; path: string };

await bench('P16', 'the audit log at size', async (stage) => {
  const entries = stage.smoke ? 5000 : stage.quick ? 1_000_000 : 10_000_000;
  const databaseUrl = await (await startDatabaseServer(stage)).create('p16');
  const empty = await startMillrace(stage, databaseUrl, 'none');
  await empty.stop();
  const startedAt = performance.now();
  const facts = await onDatabase(databaseUrl, (client) => fillAuditLog(client, entries));
  const filled = performance.now();
  const server = await startMillrace(stage, databaseUrl, 'none', { key: empty.key });
  await onDatabase(databaseUrl, (client) => untilSealed(client, entries));
  const calls = await callsOf(server, facts);
  await server.stop();
  const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(0);
  stage.say(`Seeded in ${seconds(filled - startedAt)} s, sealed in ${seconds(performance.now() - filled)} s`);
  return [
    {
      title: `${entries.toLocaleString('en')} entries of 200 accounts in 390 days: 99th percentile of the slowest call`,
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

async function untilSealed(client: Client, entries: number): Promise<void> {
  for (const deadline = performance.now() + SEAL_MILLISECONDS; performance.now() < deadline; await wait(500)) {
    const { rows } = await client.query<{ sealed: string | null }>('select sum(entries) as sealed from audit_seal');
    if (Number(rows[0]?.sealed) >= entries) return void (await client.query('vacuum analyze'));
  }
  throw new Error('The server did not seal all entries in time.');
}

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
