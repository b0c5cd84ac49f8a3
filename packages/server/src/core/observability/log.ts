/** The server's own log: JSON lines with request ids, never a secret; readable ones on a terminal. */
import { readableLine } from '@millrace/wire/process-log';
import { pino, type Logger, type LoggerOptions } from 'pino';
import type { LogFile } from './log-file.ts';

/** The server's log. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** A log and its file; undefined without a file. */
export type OpenLog = Logger & { file?: LogFile };

/** Makes the log; without a file it goes to standard output. */
export function createLog(level: string, file?: LogFile): OpenLog {
  const options: LoggerOptions = {
    level,
    base: { program: 'server' },
    messageKey: 'message',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (name) => ({ level: name }) },
    redact: ['req.headers.authorization', 'token', 'password', 'credential', '*.token', '*.password'],
    serializers: { err: errorFields },
    hooks: { streamWrite: file?.isTerminal === true ? (line) => readableLine(withoutTokens(line)) : withoutTokens },
  };
  return file === undefined ? pino(options) : Object.assign(pino(options, file.stream), { file });
}

type ErrorFields = { type: string; message: string; stack?: string; code?: unknown; constraint?: unknown; cause?: ErrorFields | string };

/** The fields of an error that are logged. Others may hold data of callers: the database puts whole rows into `detail`. */
function errorFields(error: unknown): ErrorFields | string {
  if (!(error instanceof Error)) return String(error);
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(error.cause !== undefined && { cause: errorFields(error.cause) }),
  };
}

/** Tokens have known prefixes, so they are found in any line, for example in a URL or in a message of a library. */
const withoutTokens = (line: string): string => line.replaceAll(/\b(mr[a-z]_)[\w-]{6,}|\b(bearer )[^\s"\\]+/gi, '$1$2…');
