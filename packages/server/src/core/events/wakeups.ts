/**
 * Tells waiting engines and timers that there is something for them. A wake-up is a hint: whoever misses it finds the work on its next poll.
 * Between processes it is one coalesced NOTIFY from one connection, never one inside a hot transaction, because NOTIFY takes a lock of the whole
 * database at commit. A process that hears of no other one sends none.
 */
import { monotonicMilliseconds } from '../base/clock.ts';
import type { Database } from '../database/db.ts';
import type { Log } from '../observability/log.ts';

const CHANNEL = 'millrace_wake';
/** Most names in one message; a message of PostgreSQL holds 8,000 bytes. */
const NAMES_IN_MESSAGE = 200;
const RECONNECT_MILLISECONDS = 1000;
/** Between two messages; a process wakes its own listeners at once. */
const PAUSE_MILLISECONDS = 5;
/** A process that is asked whether it is there answers; one that was not heard for longer is taken to be gone. */
const ASK_MILLISECONDS = 60_000;
const GONE_MILLISECONDS = 150_000;
/** After a new connection nobody can be taken to be gone yet. */
const SETTLE_MILLISECONDS = 10_000;

/** What processes say to learn of each other; no topic of anybody. */
const ASKS = 'who-is-there';
const ANSWERS = 'here';

type Listener = () => void;

/** Wake-ups by topic: the id of an environment, or the bell of a timer; a topic has no spaces. */
export class Wakeups {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #pending = new Set<string>();
  readonly #self = crypto.randomUUID();
  #client: Awaited<ReturnType<Database['connect']>> | undefined;
  #sending = false;
  #stopped = false;
  #retry: NodeJS.Timeout | undefined;
  #asking: NodeJS.Timeout | undefined;
  /** Until when there may be other processes, by the monotonic clock. */
  #othersUntil = 0;
  readonly #counts = new Map<string, number>();
  readonly #settleMilliseconds: number;

  constructor(settleMilliseconds: number = SETTLE_MILLISECONDS) {
    this.#settleMilliseconds = settleMilliseconds;
  }

  /** Opens the connection that carries wake-ups between processes, and keeps it open. */
  async start(db: Database, log: Log): Promise<void> {
    let client: Awaited<ReturnType<Database['connect']>> | undefined;
    let lost = false;
    const again = (error: unknown): void => {
      if (this.#stopped || lost) return;
      lost = true;
      this.#client = undefined;
      client?.end().catch(() => undefined);
      log.warn({ err: error }, 'lost the connection for wake-ups; engines poll until it is back');
      this.#retry = setTimeout(() => void this.start(db, log), RECONNECT_MILLISECONDS);
    };
    try {
      client = await db.connect('millrace wake-ups');
      client.on('error', again);
      client.on('end', () => again('connection ended'));
      client.on('notification', ({ payload = '' }) => this.#hear(payload));
      await client.query(`listen ${CHANNEL}`);
      if (this.#stopped) return await client.end();
      this.#client = client;
      this.#mayHaveOthers(this.#settleMilliseconds);
      void this.#say([ASKS]);
      clearInterval(this.#asking);
      this.#asking = setInterval(() => void this.#say([ASKS]), ASK_MILLISECONDS).unref();
      this.#flush();
    } catch (error) {
      again(error);
    }
  }

  /** Wakes who waits on the topics, here at once and in other processes soon. */
  wake(topics: readonly string[]): void {
    for (const topic of topics) {
      this.#call(topic);
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

  /** How often the topic was woken, as far as this process knows: who finds the number unchanged has missed no hint. */
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
    // To nobody: a message costs a commit of its own.
    if (monotonicMilliseconds() > this.#othersUntil) return this.#pending.clear();
    this.#sending = true;
    // Next turn of the loop: all that is woken in this one travels together.
    setImmediate(() => {
      const topics = [...this.#pending].slice(0, NAMES_IN_MESSAGE);
      for (const topic of topics) this.#pending.delete(topic);
      void this.#say(topics).finally(() => {
        // What is woken in the pause travels together: each message costs the database and every process that listens.
        setTimeout(() => {
          this.#sending = false;
          this.#flush();
        }, PAUSE_MILLISECONDS).unref();
      });
    });
  }

  async #say(topics: readonly string[]): Promise<void> {
    await this.#client?.query(`select pg_notify($1, $2)`, [CHANNEL, [this.#self, ...topics].join(' ')]).catch(() => undefined);
  }

  #hear(message: string): void {
    const [sender, ...topics] = message.split(' ');
    if (sender === this.#self) return;
    this.#mayHaveOthers(GONE_MILLISECONDS);
    for (const topic of topics) {
      if (topic === ASKS) void this.#say([ANSWERS]);
      else this.#call(topic);
    }
  }

  #mayHaveOthers(milliseconds: number): void {
    this.#othersUntil = Math.max(this.#othersUntil, monotonicMilliseconds() + milliseconds);
  }

  #call(topic: string): void {
    this.#counts.set(topic, this.count(topic) + 1);
    for (const listener of this.#listeners.get(topic) ?? []) listener();
  }
}
