/** The parts of a server that operations and jobs use. */
import type { Readable } from 'node:stream';
import type { Allow, Route } from '@millrace/contract';
import type { OutboundRules } from '@millrace/wire/outbound-rules';
import type { Tracing } from '@millrace/wire/tracing';
import type { Identity } from '../../identity/identity.ts';
import type { SingleFlightCache } from '../base/in-memory.ts';
import type { Limits, RateLimiter } from '../base/limits.ts';
import { tooOften } from '../base/problem.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { DownloadLinks } from '../blobs/download-links.ts';
import type { KnownContent } from '../blobs/known-content.ts';
import type { Database } from '../database/db.ts';
import type { StatementBatcher } from '../database/statement-batcher.ts';
import type { Publish } from '../events/domain-events.ts';
import type { Wakeups } from '../events/wakeups.ts';
import type { Log, LogDestination } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { TimerWatch } from '../observability/process-metrics.ts';
import type { Mail } from '../outbound/mail.ts';
import type { LoopbackState, OpenIdSetting } from '../outbound/settings.ts';
import type { Secrets } from '../secrets/secrets.ts';

/** What the operator has set, as operations and jobs use it. */
export type ServerSettings = {
  limits: Limits;
  /** The address of this server for callers from outside, without a slash at its end. */
  publicUrl(): string;
  /** The rules for `Outbound`: which addresses of servers a caller may name. */
  outboundRules(): Promise<OutboundRules>;
  /** Whether these rules open the loopback addresses, and whether the number of users decides that. */
  loopbackState(): Promise<LoopbackState>;
  /**
   * The same for receivers of events. `authorities`: certificates in PEM that are trusted in addition to those of Node. `acceptsAnyHost`: their URLs may
   * have an address or the name of a single machine.
   */
  deliveries: { rules(): Promise<OutboundRules>; authorities: string | undefined; acceptsAnyHost: boolean };
  /** Whether engines that do not isolate their tasks get work now. */
  allowsUnisolatedTasks(): Promise<boolean>;
  /** Whether a URL that starts work without a token needs an active account that has set it. */
  needsMakers: boolean;
  /** Sends mails; undefined without a mail server. */
  mail: Mail | undefined;
  /** The address that gets OpenLineage events; undefined without one. */
  openLineageUrl: string | undefined;
  /** The identity provider by which people sign in; undefined without one. */
  openId: OpenIdSetting | undefined;
  /** Whether OAuth clients may register themselves. */
  registersClients: boolean;
};

/** The parts of a running server. They are passed as parameters and never global. */
export type Platform = {
  db: Database;
  log: Log;
  blobs: BlobStore;
  downloads: DownloadLinks;
  secrets: Secrets;
  wakeups: Wakeups;
  publish: Publish;
  batcher: StatementBatcher;
  cache: SingleFlightCache;
  /** Objects that features keep in the memory of this process. */
  processState: ProcessState;
  metrics: Metrics;
  /** Aborted when the server begins to stop. */
  stopping: AbortSignal;
  /** The keys, tokens and sessions by which callers prove who they are. */
  identity: Identity;
  settings: ServerSettings;
  /** What belongs to this process. */
  process: {
    /** The folder of this process, where features may keep small files. */
    home: string;
    /** Where the log goes; undefined if nothing notices failures of its writes. */
    logDestination: LogDestination | undefined;
    rateLimiter: RateLimiter;
    streams: OpenStreams;
    timers: TimerWatch;
    tracing: Tracing;
    /** Whether this process serves the API, and whether it runs jobs and timers. */
    roles: { api: boolean; worker: boolean };
  };
  /** What this version of the program knows. */
  program: {
    /** The content that the tables of all features refer to. */
    content: readonly KnownContent[];
    /** The condition for callers of each served operation. */
    allowedCallers: ReadonlyMap<Route, Allow>;
    /** The name of the newest migration that this version knows. */
    newestMigration: string;
  };
};

/** Seconds after which a refused caller may try again. */
const RETRY_SECONDS = 5;

/** Limits the open streams of each caller in this process, because each takes a connection, memory and time of the database. */
export class OpenStreams {
  readonly #open = new Map<string, number>();

  /**
   * Opens a stream for a caller; refuses with 429 when the caller has as many open streams as allowed. A stream counts from before it is opened, so that
   * concurrent calls see each other, until it closes.
   * @rule requests.streams.refused
   */
  async open(caller: string, most: number, make: () => Promise<Readable>): Promise<Readable> {
    const count = this.#open.get(caller) ?? 0;
    if (count >= most)
      throw tooOften(`You have ${most} streams open at this server, the most that one caller may have: close one first.`, RETRY_SECONDS);
    this.#open.set(caller, count + 1);
    try {
      const stream = await make();
      stream.once('close', () => this.#close(caller));
      return stream;
    } catch (error) {
      this.#close(caller);
      throw error;
    }
  }

  #close(caller: string): void {
    const count = this.#open.get(caller) ?? 0;
    if (count > 1) this.#open.set(caller, count - 1);
    else this.#open.delete(caller);
  }
}

/** A class of which a process has one object. */
type Key<Value extends object> = abstract new (...given: never[]) => Value;

/** The objects that features keep in the memory of one process, such as the calls that wait there: one for each class. They end with the process. */
export class ProcessState {
  readonly #objects = new Map<Key<object>, object>();

  /** The object of a class in this process; `make` creates it at the first call. */
  of<Value extends object>(key: Key<Value>, make: () => Value): Value {
    const known = this.#objects.get(key);
    if (known) return known as Value;
    const made = make();
    this.#objects.set(key, made);
    return made;
  }
}
