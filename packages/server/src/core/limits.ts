/** Bounds and periods that the operator may set. */
export type Limits = {
  /** Largest bundle, in bytes. */
  uploadBytes: number;
  /** Seconds that an engine holds an execution without a beat. */
  leaseSeconds: number;
  /** Days of history that lists reach back. */
  historyDays: number;
};

/** What holds when nobody says otherwise. */
export const DEFAULT_LIMITS: Limits = { uploadBytes: 2 ** 30, leaseSeconds: 30, historyDays: 60 };
