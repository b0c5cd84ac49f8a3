/** A feature: the operations of one section, with its jobs, timers, tables and metrics. */
import type { Route } from '@millrace/contract';
import type { RequestClient } from './client-address.ts';
import type { Endpoint } from './endpoint.ts';
import type { Job, Timer } from '../background/jobs.ts';
import type { KnownContent } from '../blobs/known-content.ts';
import type { Metric } from '../observability/metrics.ts';
import type { EncryptedTable } from '../secrets/encrypted-tables.ts';
import type { Subscription } from '../events/domain-events.ts';
import type { WebPages } from './page.ts';
import type { PartitionedTable } from '../database/partitions.ts';
import type { Platform } from '../platform/platform.ts';
import type { Problem, Subject } from '../base/problem.ts';

/** The path of a refused request without its query, and the time of the refusal in epoch milliseconds. */
export type RefusedPath = { path: string; at: number };

/** Turns a refusal into the body that a part of the API uses; `mediaType` is its type if it is not application/json. */
export type Surface = {
  (
    problem: { status: number; code: string; message: string; details?: string | undefined; subject?: Subject | undefined },
    requestId: string,
    refused?: RefusedPath,
  ): object;
  mediaType?: string;
};

/** A refused request. Query and body are as they were sent; they may contain secrets, and need not fit the contract. */
export type RefusedRequest = {
  route: Route;
  problem: Problem;
  query: unknown;
  body: unknown;
  header(name: string): string | undefined;
  client: RequestClient;
};

/** The exports of a feature folder that the server uses. */
export type Feature = {
  surface: Surface;
  endpoints: readonly Endpoint[];
  /** Called for each refused request of its operations. The function must not throw. */
  noteRefused?(platform: Platform, refused: RefusedRequest): void;
  /** Its pages for people. */
  pages?: WebPages;
  /** Refusals of the database by constraint name. */
  constraints?: Readonly<Record<string, () => Problem>>;
  /** The handlers of events of other features, which run in the transaction of the event. */
  subscriptions?: readonly Subscription[];
  /** The content that its tables refer to. */
  content?: readonly KnownContent[];
  jobs?: readonly Job[];
  timers?: readonly Timer[];
  /** Timers that store what a process has gathered from its calls: each process that serves the API runs them, and once more when it stops. */
  buffers?: readonly Timer[];
  /** Its tables with encrypted columns: a change of the key of the install encrypts them again. */
  encrypted?: readonly EncryptedTable[];
  /** Tables partitioned by time: partitions are created in advance, and dropped when they are old. */
  partitioned?: readonly PartitionedTable[];
  /** Its metrics. */
  metrics?: readonly Metric[];
};
