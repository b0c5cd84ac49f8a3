/**
 * Wakes engines and timers that wait for work. A wake-up may be lost: its listener then finds the work at its next poll. Between processes, wake-ups
 * travel by NOTIFY, many in one message and from a connection of their own, because a NOTIFY inside a transaction takes a lock of the whole database at
 * commit. A process sends none while it has detected no other process.
 */
import { monotonicMilliseconds } from '../base/clock.ts';
import type { Database } from '../database/db.ts';
import type { Log } from '../observability/log.ts';

const CHANNEL = 'millrace_wake';
/** The largest number of names in one message; a message of PostgreSQL holds 8,000 bytes. */
const NAMES_IN_MESSAGE = 200;
const RECONNECT_MILLISECONDS = 1000;
/** Milliseconds between two messages to other processes; listeners of the same process are woken at once. */
const PAUSE_MILLISECONDS = 5;
/** Milliseconds between two questions whether other processes exist. */
const ASK_MILLISECONDS = 60_000;
/** Milliseconds without a message after which no other process is assumed to exist: two answers may be lost. */
const GONE_MILLISECONDS = 150_000;
/** Milliseconds after a new connection for which other processes are assumed to exist. */
const SETTLE_MILLISECONDS = 10_000;

/** The messages by which processes find each other. No listener uses them as a topic. */
const PRESENCE_QUESTION = 'who-is-there';
const PRESENCE_ANSWER = 'here';

type Listener = () => void;

/** Wake-ups by topic: the id of an environment, or the `bell` of a timer. A topic has no spaces. */
export class Wakeups {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #pending = new Set<string>();
  readonly #self = crypto.randomUUID();
  #client: Awaited<ReturnType<Database['connect']>> | undefined;
  #sending = false;
  #stopped = false;
  #retry: NodeJS.Timeout | undefined;
  #asking: NodeJS.Timeout | undefined;
  /** The time until which other processes may exist, by the monotonic clock. */
  #othersUntil = 0;
  readonly #counts = new Map<string, number>();
  readonly #settleMilliseconds: number;

  constructor(settleMilliseconds: number = SETTLE_MILLISECONDS) {
    this.#settleMilliseconds = settleMilliseconds;
  }

  /** Opens the connection that carries wake-ups between processes, and opens it again when it is lost. */
  async start(db: Database, log: Log): Promise<void> {
    let client: Awaited<ReturnType<Database['connect']>> | undefined;
    let lost = false;
    const reconnect = (error: unknown): void => {
      if (this.#stopped || lost) return;
      lost = true;
      this.#client = undefined;
      client?.end().catch(() => undefined);
      log.warn({ err: error }, 'lost the connection for wake-ups; engines poll until it is back');
      this.#retry = setTimeout(() => void this.start(db, log), RECONNECT_MILLISECONDS);
    };
    try {
      client = await db.connect('millrace wake-ups');
      client.on('error', reconnect);
      client.on('end', () => reconnect('connection ended'));
      client.on('notification', ({ payload = '' }) => this.#receive(payload));
      await client.query(`listen ${CHANNEL}`);
      if (this.#stopped) return await client.end();
      this.#client = client;
      this.#assumeOthers(this.#settleMilliseconds);
      void this.#send([PRESENCE_QUESTION]);
      clearInterval(this.#asking);
      this.#asking = setInterval(() => void this.#send([PRESENCE_QUESTION]), ASK_MILLISECONDS).unref();
      this.#flush();
    } catch (error) {
      reconnect(error);
    }
  }

  /** Wakes the listeners of the topics: at once in this process, soon in others. */
  wake(topics: readonly string[]): void {
    for (const topic of topics) {
      this.#callListeners(topic);
      this.#pending.add(topic);
    }
    this.#flush();
  }

  /** Calls `listener` at each wake-up of the topic until the returned function is called. */
  listen(topic: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }

  /** The number of wake-ups of the topic that this process has received. If it is the same later, this process has received none in between. */
  count(topic: string): number {
    return this.#counts.get(topic) ?? 0;
  }

  /** Closes the connection. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#asking);
    clearTimeout(this.#retry);
    await this.#client?.end();
  }

  #flush(): void {
    const client = this.#client;
    if (this.#sending || this.#pending.size === 0 || !client) return;
    // No other process listens, and a message costs a commit.
    if (monotonicMilliseconds() > this.#othersUntil) return this.#pending.clear();
    this.#sending = true;
    // Runs in the next turn of the event loop, so that all wake-ups of this turn share a message.
    setImmediate(() => {
      const topics = [...this.#pending].slice(0, NAMES_IN_MESSAGE);
      for (const topic of topics) this.#pending.delete(topic);
      void this.#send(topics).finally(() => {
        // Wake-ups during the pause share a message, because each message costs work in the database and in every process.
        setTimeout(() => {
          this.#sending = false;
          this.#flush();
        }, PAUSE_MILLISECONDS).unref();
      });
    });
  }

  async #send(topics: readonly string[]): Promise<void> {
    await this.#client?.query(`select pg_notify($1, $2)`, [CHANNEL, [this.#self, ...topics].join(' ')]).catch(() => undefined);
  }

  #receive(message: string): void {
    const [sender, ...topics] = message.split(' ');
    if (sender === this.#self) return;
    this.#assumeOthers(GONE_MILLISECONDS);
    for (const topic of topics) {
      if (topic === PRESENCE_QUESTION) void this.#send([PRESENCE_ANSWER]);
      else this.#callListeners(topic);
    }
  }

  #assumeOthers(milliseconds: number): void {
    this.#othersUntil = Math.max(this.#othersUntil, monotonicMilliseconds() + milliseconds);
  }

  #callListeners(topic: string): void {
    this.#counts.set(topic, this.count(topic) + 1);
    for (const listener of this.#listeners.get(topic) ?? []) listener();
  }
}
