/** The server's own log: JSON lines with request ids, never a secret. */
import { pino, type Logger } from 'pino';

/** Where the server writes what it does. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** Makes the log; `file` instead of standard output keeps a terminal free for people. */
export function createLog(level: string, file?: string): Logger {
  const options = { level, base: null, redact: ['req.headers.authorization', 'token', 'password', 'credential', '*.token', '*.password'] };
  return file === undefined ? pino(options) : pino(options, pino.destination({ dest: file, mkdir: true, mode: 0o600 }));
}
