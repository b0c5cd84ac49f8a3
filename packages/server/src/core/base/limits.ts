/** Bounds and periods that the operator may set. */
export type Limits = {
  /** Largest bundle, in bytes. */
  uploadBytes: number;
  /** Seconds that an engine holds an execution without a beat. */
  leaseSeconds: number;
  /** Seconds for which an execution is put off when its task is busy, one attempt after the other; then it ends. */
  busyRetrySeconds: readonly number[];
  /** Seconds for which an execution waits while no engine that may run it is there; then it ends. */
  engineWaitSeconds: number;
  /** Largest body, in bytes, of a call that somebody's program sends to an url of ours. */
  callBytes: number;
  /** Calls of one such url that a process takes in a minute. */
  callsPerMinute: number;
  /** Requests of one caller to one operation that a process takes in a minute, of the operations that list 429. */
  requestsPerMinute: number;
  /** Streams that one caller may have open at a process: logs that are followed and histories that are taken along. */
  streamsPerCaller: number;
  /** Seconds after which a connection is closed on which less than 16 KiB of a body came, or nothing of an answer was read. */
  slowCallerSeconds: number;
  /** Seconds beyond its period that a timer may go without success. */
  stallSeconds: number;
  /** Days of history that are kept, and that lists reach back. */
  historyDays: number;
  /** Days for which logs are kept, unless an environment says otherwise. */
  logDays: number;
};

/** What holds when nobody says otherwise. */
export const DEFAULT_LIMITS: Limits = {
  uploadBytes: 2 ** 30,
  leaseSeconds: 30,
  busyRetrySeconds: [60, 120, 240, 480],
  engineWaitSeconds: 900,
  callBytes: 2 ** 20,
  callsPerMinute: 6000,
  requestsPerMinute: 600_000,
  streamsPerCaller: 100,
  slowCallerSeconds: 60,
  stallSeconds: 30,
  historyDays: 60,
  logDays: 60,
};
