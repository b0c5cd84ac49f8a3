/** The sessions of the database server behind our connections. */

/** A session as the server knows it; the number of its process alone may be given again. */
export type DatabaseSession = { pid: number; startedAt: string };

type Ask<Row> = (statement: { text: string; values: unknown[] }) => Promise<{ rows: Row[] }>;

const valuesOf = (sessions: readonly DatabaseSession[]): unknown[] => [
  sessions.map(({ pid }) => pid),
  sessions.map(({ startedAt }) => startedAt),
];

/** A session as its own connection learns it, with whether it took no writes then. */
export type OwnSession = DatabaseSession & { readOnly: boolean };

/** The session of the connection that asks. Behind a pooler it is another one than the driver was told. */
export const ownSession = async (ask: Ask<OwnSession>): Promise<OwnSession | undefined> =>
  (
    await ask({
      text: `
        select pid, extract(epoch from backend_start)::text as "startedAt", current_setting('transaction_read_only') = 'on' as "readOnly"
        from pg_stat_activity
        where pid = pg_backend_pid()`,
      values: [],
    })
  ).rows[0];

/**
 * The numbers of those sessions that work on a statement, or wait for a lock. A session that waits to read from its client or to write to it works on
 * nothing. One whose activity the server does not keep may be doing anything.
 */
export const workingSessions = async (ask: Ask<{ pid: number }>, sessions: readonly DatabaseSession[]): Promise<ReadonlySet<number>> => {
  const { rows } = await ask({
    text: `
      select a.pid
      from pg_stat_activity a
      join unnest($1::int[], $2::text[]) s (pid, started_at) on s.pid = a.pid and s.started_at = extract(epoch from a.backend_start)::text
      where a.state in ('active', 'fastpath function call', 'disabled')
        and a.wait_event_type is distinct from 'Client'`,
    values: valuesOf(sessions),
  });
  return new Set(rows.map(({ pid }) => pid));
};

/** Ends sessions; what they have not committed is undone, and their locks are free. */
export const endSessions = (ask: Ask<{ pid: number }>, sessions: readonly DatabaseSession[]): Promise<unknown> =>
  ask({
    text: `
      select a.pid, pg_terminate_backend(a.pid)
      from pg_stat_activity a
      join unnest($1::int[], $2::text[]) s (pid, started_at) on s.pid = a.pid and s.started_at = extract(epoch from a.backend_start)::text`,
    values: valuesOf(sessions),
  });
