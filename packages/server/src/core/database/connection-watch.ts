/**
 * Finds silent database connections. A firewall that forgets a connection informs neither side, and a statement on it would wait without end. So when a
 * statement has received no byte for a while, another connection asks the database whether it works on that statement. A slow statement continues; a
 * silent connection is closed, and the locks of its session are released. Idle connections get an empty statement from time to time. Time is counted in
 * ticks and not by a clock, so that a process does not mistake its own suspension for silence of the database. Only `countSilent`, which closes nothing,
 * uses a clock.
 */
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMilliseconds } from '../base/clock.ts';

/** A connection, with the methods that the watch uses. */
export type WatchedConnection = {
  readonly socket: Socket;
  /** The session on the server; undefined until the connection has asked for it. */
  readonly session: DatabaseSession | undefined;
  /** Whether a sent statement has no answer yet. */
  readonly isBusy: boolean;
  /** Whether the connection was ordered to end. */
  readonly isEnding: boolean;
  /** Sends an empty statement, unless a transaction is open. */
  ping(): Promise<void>;
};

/** The queries of the watch. */
type Questions = {
  /**
   * The ids of those sessions that the server works for; undefined if it answers but cannot tell. `overNewConnection`: over a new connection.
   */
  working(sessions: readonly DatabaseSession[], overNewConnection: boolean): Promise<ReadonlySet<number> | undefined>;
  /** Ends sessions, so that they hold no lock any longer. */
  end(sessions: readonly DatabaseSession[]): void;
};

const TICK_MILLISECONDS = 500;
/** Milliseconds between two checks by a caller that waits for answers. */
const CHECK_MILLISECONDS = 20;
/** After so many ticks without a byte, the database is asked about a connection. */
const ASK_AFTER_TICKS = 4;
/** If the database has not answered this question in so many ticks, it is asked again over a new connection. */
const RECONNECT_AFTER_TICKS = 2;
/** After so many ticks without an answer to this question, the whole database counts as silent. */
const SILENT_AFTER_TICKS = 8;
/** After so many ticks without a byte, a statement is given up, whatever the database says; the server itself ends it earlier. */
const LONGEST_STATEMENT_TICKS = 72;
/** An idle connection gets an empty statement after so many ticks. */
const PING_AFTER_TICKS = 8;
/** The number of ticks in which a connection must end after the order to do so, once no answer is due. */
const LONGEST_END_TICKS = 4;

/**
 * The state of a connection. Its ticks count the time without a byte, the part of it in which an answer is due, and the time in which it should end and no
 * answer is due. `works` says whether the server worked for it at the last question, `idleFindings` how often in a row it did not.
 */
type Seen = { bytes: number; ticksWithoutByte: number; ticksWaiting: number; ticksEnding: number; works: boolean; idleFindings: number };
type Question = { about: ReadonlyMap<WatchedConnection, number>; ticks: number; pending: number };

/** The connections of one process to one database. */
export class ConnectionWatch {
  readonly #questions: Questions;
  readonly #seen = new Map<WatchedConnection, Seen>();
  readonly #timer: NodeJS.Timeout;
  #question: Question | undefined;
  #isSilent = false;
  /** Sessions whose connections were closed here, and that may still exist on the server. */
  #orphans: DatabaseSession[] = [];

  constructor(questions: Questions) {
    this.#questions = questions;
    this.#timer = setInterval(() => this.#tick(), TICK_MILLISECONDS).unref();
  }

  /** Whether the database answers on no connection, not even on a new one, so that any statement would fail. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Watches a connection until it is closed. */
  add(connection: WatchedConnection): void {
    this.#seen.set(connection, { bytes: 0, ticksWithoutByte: 0, ticksWaiting: 0, ticksEnding: 0, works: false, idleFindings: 0 });
    connection.socket.once('close', () => this.#seen.delete(connection));
  }

  /** Tests every connection now. Returns the number of silent ones: no byte came within the milliseconds, and the server does no work for them. */
  async countSilent(milliseconds: number): Promise<number> {
    const before = new Map([...this.#seen.keys()].map((connection) => [connection, connection.socket.bytesRead]));
    for (const connection of before.keys()) if (!connection.isBusy && !connection.isEnding) void connection.ping();
    const silent = (): WatchedConnection[] =>
      [...before.keys()].filter(
        (connection) =>
          connection.isBusy && connection.socket.bytesRead === before.get(connection) && this.#seen.get(connection)?.works === false,
      );
    const until = monotonicMilliseconds() + milliseconds;
    while (silent().length > 0 && monotonicMilliseconds() < until) await wait(CHECK_MILLISECONDS);
    if (silent().length === 0) return 0;
    const asked = this.#questions.working(sessionsOf(silent()), false).catch(() => undefined);
    const working = await Promise.race([asked, wait(milliseconds, undefined, { ref: false })]);
    return silent().filter(({ session }) => session === undefined || !working?.has(session.pid)).length;
  }

  /** Stops the watch. */
  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const doubted = new Map<WatchedConnection, number>();
    for (const [connection, seen] of this.#seen) {
      this.#check(connection, seen);
      if (seen.ticksWaiting > LONGEST_STATEMENT_TICKS) this.#close(connection, 'The statement exceeded the longest time limit');
      else if (seen.ticksWaiting >= ASK_AFTER_TICKS && this.#isSilent) this.#close(connection, 'The database does not answer');
      else if (seen.ticksWaiting >= ASK_AFTER_TICKS) doubted.set(connection, seen.bytes);
    }
    if (this.#orphans.length > 0 && !this.#isSilent) this.#questions.end(this.#orphans.splice(0));
    if (this.#question) this.#countTick(this.#question);
    else if (doubted.size > 0 || this.#isSilent) this.#beginQuestion(doubted);
  }

  #check(connection: WatchedConnection, seen: Seen): void {
    const bytes = connection.socket.bytesRead;
    const hasReceived = bytes !== seen.bytes;
    seen.bytes = bytes;
    seen.ticksWithoutByte = hasReceived ? 0 : seen.ticksWithoutByte + 1;
    seen.ticksWaiting = hasReceived || !connection.isBusy ? 0 : seen.ticksWaiting + 1;
    if (seen.ticksWaiting === 0) Object.assign(seen, { works: false, idleFindings: 0 });
    if (connection.isEnding && !connection.isBusy && (seen.ticksEnding += 1) > LONGEST_END_TICKS) connection.socket.destroy();
    if (!connection.isBusy && !connection.isEnding && seen.ticksWithoutByte >= PING_AFTER_TICKS) void connection.ping();
  }

  #beginQuestion(about: ReadonlyMap<WatchedConnection, number>): void {
    this.#question = { about, ticks: 0, pending: 0 };
    this.#ask(this.#question, this.#isSilent);
  }

  #countTick(question: Question): void {
    question.ticks += 1;
    if (question.ticks >= SILENT_AFTER_TICKS) {
      this.#question = undefined;
      this.#isSilent = true;
    } else if (question.pending === 0 || question.ticks === RECONNECT_AFTER_TICKS) this.#ask(question, true);
  }

  #ask(question: Question, overNewConnection: boolean): void {
    question.pending += 1;
    this.#questions.working(sessionsOf([...question.about.keys()]), overNewConnection).then(
      (working) => this.#onAnswer(question, working),
      () => void (question.pending -= 1),
    );
  }

  #onAnswer(question: Question, working: ReadonlySet<number> | undefined): void {
    this.#isSilent = false;
    if (this.#question !== question) return;
    this.#question = undefined;
    if (working === undefined) return;
    for (const [connection, bytes] of question.about) {
      const seen = this.#seen.get(connection);
      if (!seen || !connection.isBusy || connection.socket.bytesRead !== bytes) continue;
      seen.works = connection.session !== undefined && working.has(connection.session.pid);
      seen.idleFindings = seen.works ? 0 : seen.idleFindings + 1;
      // Ask twice, because an answer may have been on its way during the first question.
      if (seen.idleFindings > 1) this.#close(connection, 'The connection is silent');
    }
  }

  #close(connection: WatchedConnection, reason: string): void {
    this.#seen.delete(connection);
    connection.socket.destroy(Object.assign(new Error(reason), { code: 'ETIMEDOUT' }));
    if (connection.session) this.#orphans.push(connection.session);
    // The same may have happened to all connections, so the others are checked at once.
    for (const [other, { ticksWaiting }] of this.#seen) if (ticksWaiting === 0 && !other.isBusy && !other.isEnding) void other.ping();
  }
}

const sessionsOf = (connections: readonly WatchedConnection[]): DatabaseSession[] => connections.flatMap(({ session }) => session ?? []);

/** A session of the database server: its process id, and its start, because process ids are reused. */
export type DatabaseSession = { pid: number; startedAt: string };

type RunQuery<Row> = (statement: { text: string; values: unknown[] }) => Promise<{ rows: Row[] }>;

const valuesOf = (sessions: readonly DatabaseSession[]): unknown[] => [
  sessions.map(({ pid }) => pid),
  sessions.map(({ startedAt }) => startedAt),
];

/** A session as its own connection reads it, and whether it was read-only, or one of a standby, then. */
export type OwnSession = DatabaseSession & { readOnly: boolean; standby: boolean };

/** Reads the session of the connection that runs the statement. Behind a pooler it is not the session that the driver got when it connected. */
export const ownSession = async (runQuery: RunQuery<OwnSession>): Promise<OwnSession | undefined> =>
  (
    await runQuery({
      text: `
        select pid, extract(epoch from backend_start)::text as "startedAt", current_setting('transaction_read_only') = 'on' as "readOnly",
               pg_is_in_recovery() as standby
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
