/**
 * Finds silent database connections. A firewall that forgets a connection informs neither side, and a statement on it would wait without end. So when a
 * statement has received no byte for a while, another connection asks the database whether it works on that statement. A slow statement continues; a
 * silent connection is closed, and the locks of its session are released. Idle connections get an empty statement from time to time. Time is counted in
 * ticks and not by a clock, so that a process does not mistake its own suspension for silence of the database.
 */
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMilliseconds } from '../base/clock.ts';
import type { DatabaseSession } from './sessions.ts';

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
export type Questions = {
  /**
   * The ids of those sessions that the server works for; undefined if it answers but cannot tell. `anew`: over a new connection.
   */
  working(sessions: readonly DatabaseSession[], anew: boolean): Promise<ReadonlySet<number> | undefined>;
  /** Ends sessions, so that they hold no lock any longer. */
  end(sessions: readonly DatabaseSession[]): void;
};

const TICK_MILLISECONDS = 500;
/** Milliseconds between two checks by a caller that waits for answers. */
const CHECK_MILLISECONDS = 20;
/** After so many ticks without a byte, the database is asked about a connection. */
const DOUBT = 4;
/** If the database has not answered this question in so many ticks, it is asked again over a new connection. */
const ASK_ANEW = 2;
/** After so many ticks without an answer to it, the whole database counts as silent. */
const DATABASE_SILENT = 8;
/** The limit for any statement; the server itself ends it earlier. */
const LONGEST_STATEMENT = 72;
/** An idle connection is tried after so many ticks. */
const BEAT = 8;
/** The number of ticks in which a connection must end after the order to do so. */
const LONGEST_END = 4;

/** The state of a connection, in ticks: since the last byte, since an answer is due, and since it began to end. */
type Seen = { bytes: number; still: number; waits: number; ending: number; works: boolean; idleFindings: number };
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
    this.#seen.set(connection, { bytes: 0, still: 0, waits: 0, ending: 0, works: false, idleFindings: 0 });
    connection.socket.once('close', () => this.#seen.delete(connection));
  }

  /** Tests every connection now. Returns the number of silent ones: no byte came within the milliseconds, and the server does no work for them. */
  async countSilent(milliseconds: number): Promise<number> {
    const before = new Map([...this.#seen.keys()].map((connection) => [connection, connection.socket.bytesRead]));
    for (const connection of before.keys()) if (!connection.isBusy && !connection.isEnding) void connection.ping();
    const mute = (): WatchedConnection[] =>
      [...before.keys()].filter((one) => one.isBusy && one.socket.bytesRead === before.get(one) && this.#seen.get(one)?.works === false);
    const until = monotonicMilliseconds() + milliseconds;
    while (mute().length > 0 && monotonicMilliseconds() < until) await wait(CHECK_MILLISECONDS);
    if (mute().length === 0) return 0;
    const asked = this.#questions.working(sessionsOf(mute()), false).catch(() => undefined);
    const working = await Promise.race([asked, wait(milliseconds, undefined, { ref: false })]);
    return mute().filter(({ session }) => session === undefined || !working?.has(session.pid)).length;
  }

  /** Stops the watch. */
  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const doubted = new Map<WatchedConnection, number>();
    for (const [connection, seen] of this.#seen) {
      this.#check(connection, seen);
      if (seen.waits > LONGEST_STATEMENT) this.#close(connection, 'A statement took longer than any may');
      else if (seen.waits >= DOUBT && this.#isSilent) this.#close(connection, 'The database says nothing');
      else if (seen.waits >= DOUBT) doubted.set(connection, seen.bytes);
    }
    if (this.#orphans.length > 0 && !this.#isSilent) this.#questions.end(this.#orphans.splice(0));
    if (this.#question) this.#press(this.#question);
    else if (doubted.size > 0 || this.#isSilent) this.#begin(doubted);
  }

  #check(connection: WatchedConnection, seen: Seen): void {
    const bytes = connection.socket.bytesRead;
    const moves = bytes !== seen.bytes;
    seen.bytes = bytes;
    seen.still = moves ? 0 : seen.still + 1;
    seen.waits = moves || !connection.isBusy ? 0 : seen.waits + 1;
    if (seen.waits === 0) Object.assign(seen, { works: false, idleFindings: 0 });
    if (connection.isEnding && !connection.isBusy && (seen.ending += 1) > LONGEST_END) connection.socket.destroy();
    if (!connection.isBusy && !connection.isEnding && seen.still >= BEAT) void connection.ping();
  }

  #begin(about: ReadonlyMap<WatchedConnection, number>): void {
    this.#question = { about, ticks: 0, pending: 0 };
    this.#ask(this.#question, this.#isSilent);
  }

  #press(question: Question): void {
    question.ticks += 1;
    if (question.ticks >= DATABASE_SILENT) {
      this.#question = undefined;
      this.#isSilent = true;
    } else if (question.pending === 0 || question.ticks === ASK_ANEW) this.#ask(question, true);
  }

  #ask(question: Question, anew: boolean): void {
    question.pending += 1;
    this.#questions.working(sessionsOf([...question.about.keys()]), anew).then(
      (working) => this.#hear(question, working),
      () => void (question.pending -= 1),
    );
  }

  #hear(question: Question, working: ReadonlySet<number> | undefined): void {
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
      if (seen.idleFindings > 1) this.#close(connection, 'A connection fell silent');
    }
  }

  #close(connection: WatchedConnection, why: string): void {
    this.#seen.delete(connection);
    connection.socket.destroy(Object.assign(new Error(why), { code: 'ETIMEDOUT' }));
    if (connection.session) this.#orphans.push(connection.session);
    // The same may have happened to all connections, so the others are checked at once.
    for (const [other, { waits }] of this.#seen) if (waits === 0 && !other.isBusy && !other.isEnding) void other.ping();
  }
}

const sessionsOf = (connections: readonly WatchedConnection[]): DatabaseSession[] => connections.flatMap(({ session }) => session ?? []);
