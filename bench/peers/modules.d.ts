/**
 * Types of the peers, as far as the benchmarks use them. They are written by hand, because type checks run without the packages of this folder.
 */
declare module '@restatedev/restate-sdk' {
  type Context = { run<T>(name: string, work: () => T | Promise<T>): Promise<T> };
  export function service(definition: {
    name: string;
    handlers: Record<string, (context: Context, input: unknown) => Promise<unknown>>;
  }): object;
  export function serve(options: { services: object[]; port: number }): Promise<number>;
}

declare module '@dbos-inc/dbos-sdk' {
  export const DBOS: {
    setConfig(config: { name: string; systemDatabaseUrl: string; systemDatabasePoolSize?: number; logLevel?: string }): void;
    registerWorkflow<Given extends unknown[], Answer>(
      work: (...given: Given) => Promise<Answer>,
      config: { name: string },
    ): (...given: Given) => Promise<Answer>;
    runStep<Answer>(work: () => Promise<Answer>, config: { name: string }): Promise<Answer>;
    launch(): Promise<void>;
    shutdown(): Promise<void>;
  };
}

declare module 'pg-boss' {
  type WorkOptions = { batchSize: number; pollingIntervalSeconds: number };
  export class PgBoss {
    constructor(options: { connectionString: string; max?: number; supervise?: boolean; schedule?: boolean });
    on(event: 'error', listener: (error: Error) => void): void;
    start(): Promise<void>;
    stop(): Promise<void>;
    createQueue(name: string): Promise<void>;
    send(name: string, body: object): Promise<string | null>;
    work(name: string, options: WorkOptions, work: (jobs: object[]) => Promise<void>): Promise<string>;
    notifyWorker(id: string): void;
  }
}

declare module 'bullmq' {
  export type Backend = (options: never) => object;
  export type Options = { connection: Record<string, unknown> };
  type Base = { on(event: 'error', listener: (error: Error) => void): void; waitUntilReady(): Promise<unknown>; close(): Promise<void> };
  export const createPostgresBackend: Backend;
  export class Queue implements Base {
    constructor(name: string, options: Options, backend?: Backend);
    on: Base['on'];
    waitUntilReady: Base['waitUntilReady'];
    close: Base['close'];
    upsertJobScheduler(id: string, repeat: { pattern: string }, job: { name: string }): Promise<object>;
    addBulk(
      jobs: { name: string; data: object; opts: { attempts: number; backoff: { type: 'exponential'; delay: number } } }[],
    ): Promise<object>;
  }
  export class Worker implements Base {
    constructor(name: string, work: (job: never) => Promise<unknown>, options: Options & { concurrency: number }, backend?: Backend);
    on: Base['on'];
    waitUntilReady: Base['waitUntilReady'];
    close: Base['close'];
  }
}

declare module 'ioredis' {
  export class Redis {
    constructor(url: string, options: { maxRetriesPerRequest: null; retryStrategy(): number });
    on(event: 'error', listener: (error: Error) => void): void;
    ping(): Promise<string>;
    zcount(key: string, from: number, to: '+inf'): Promise<number>;
    disconnect(): void;
  }
}

declare module 'autocannon' {
  type Result = { requests: { average: number }; non2xx: number; errors: number };
  export default function autocannon(options: {
    url: string;
    connections: number;
    duration: number;
    headers: Record<string, string>;
  }): Promise<Result>;
}

declare module 'cron-parser' {
  export const CronExpressionParser: {
    parse(expression: string, options: { currentDate: Date; tz: string }): { next(): { getTime(): number } };
  };
}

declare module 'casbin' {
  type Rule = string[];
  export function newModelFromString(text: string): object;
  export function newEnforcer(model: object): Promise<{
    addGroupingPolicies(rules: Rule[]): Promise<boolean>;
    addPolicies(rules: Rule[]): Promise<boolean>;
    addPolicy(...rule: Rule): Promise<boolean>;
    removeFilteredPolicy(field: number, ...values: Rule): Promise<boolean>;
    enforce(...values: Rule): Promise<boolean>;
  }>;
}
