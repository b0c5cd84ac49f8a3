/** The sessions of the database server behind our connections. */

/** A session of the database server: its process id, and its start, because process ids are reused. */
export type DatabaseSession = { pid: number; startedAt: string };

type RunQuery<Row> = (statement: { text: string; values: unknown[] }) => Promise<{ rows: Row[] }>;

const valuesOf = (sessions: readonly DatabaseSession[]): unknown[] => [
  sessions.map(({ pid }) => pid),
  sessions.map(({ startedAt }) => startedAt),
];

/** A session as its own connection reads it, and whether it was read-only then. */
export type OwnSession = DatabaseSession & { readOnly: boolean };

/** Reads the session of the connection that runs the statement. Behind a pooler it is not the session that the driver got when it connected. */
export const ownSession = async (runQuery: RunQuery<OwnSession>): Promise<OwnSession | undefined> =>
  (
    await runQuery({
      text: `
        select pid, extract(epoch from backend_start)::text as "startedAt", current_setting('transaction_read_only') = 'on' as "readOnly"
        from pg_stat_activity
        where pid = pg_backend_pid()`,
      values: [],
    })
  ).rows[0];

/**
 * Returns the ids of the sessions that run a statement or wait for a lock. A session that waits for its client is idle. If the server does not record
 * the activity of a session, the session counts as running.
 */
export const workingSessions = async (
  runQuery: RunQuery<{ pid: number }>,
  sessions: readonly DatabaseSession[],
): Promise<ReadonlySet<number>> => {
  const { rows } = await runQuery({
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

/** Terminates sessions. Their open transactions are rolled back and their locks released. */
export const endSessions = (runQuery: RunQuery<{ pid: number }>, sessions: readonly DatabaseSession[]): Promise<unknown> =>
  runQuery({
    text: `
      select a.pid, pg_terminate_backend(a.pid)
      from pg_stat_activity a
      join unnest($1::int[], $2::text[]) s (pid, started_at) on s.pid = a.pid and s.started_at = extract(epoch from a.backend_start)::text`,
    values: valuesOf(sessions),
  });
