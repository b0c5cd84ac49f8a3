/** An audit log with millions of entries, written by SQL: P16 and P19. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';

/** Values for filters of a filled audit log. */
export type AuditFacts = {
  entries: number;
  /** The account of half of all entries, and an account with few entries, all of them old. */
  busy: string;
  idle: string;
  /** The action of half of all entries, and an action of few entries. */
  frequent: string;
  rare: string;
  /** The time and the id of the entry in the middle. */
  middle: Date;
  middleId: string;
};

const DAY = 86_400_000;
const CHUNK = 500_000;
const ACTIONS = ['task-executions.start-task-execution', 'task-executions.end-task-execution', 'tasks.create-task', 'tasks.replace-task', 'tasks.delete-task', 'tasks.pause-task', 'plans.create-plan', 'plans.replace-plan', 'plan-executions.start-plan-execution', 'connections.create-connection', 'connections.replace-connection', 'artifacts.publish-artifact', 'schedules.add-trigger', 'schedules.create-schedule', 'workspaces.create-workspace', 'workspaces.replace-workspace', 'environments.create-environment', 'groups.create-group', 'groups.add-group-users', 'service-accounts.create-service-account', 'service-accounts.issue-service-account-token', 'tokens.create-personal-access-token', 'promotions.analyze-promotion', 'run-profiles.create-run-profile', 'resources.create-resource', 'workspace-permissions.replace-user-rights', 'environments.delete-environment'] as const; // prettier-ignore
const RARE = 'workspaces.delete-workspace';

const account = (n: string): string => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Fills the audit log of a database that Millrace has created, with entries of so many days until an hour ago. */
export async function fillAuditLog(client: Client, entries: number, days: number): Promise<AuditFacts> {
  const to = Date.now() - 3_600_000;
  const from = to - days * DAY;
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

/** Waits until a running server has sealed all entries, and vacuums. Throws after so many milliseconds. */
export async function untilSealed(client: Client, entries: number, timeout: number): Promise<void> {
  for (const deadline = performance.now() + timeout; performance.now() < deadline; await wait(500)) {
    const { rows } = await client.query<{ sealed: string | null }>('select sum(entries) as sealed from audit_seal');
    if (Number(rows[0]?.sealed) >= entries) return void (await client.query('vacuum analyze'));
  }
  throw new Error('The server did not seal all entries in time.');
}
