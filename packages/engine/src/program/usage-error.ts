/** The command line or an environment variable is invalid; the message says what to correct. */
export class UsageError extends Error {}
