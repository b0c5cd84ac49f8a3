/** The command line or the environment makes no sense; the message says what to do. */
export class UsageError extends Error {}
