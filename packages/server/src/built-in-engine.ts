/** The engine that comes with the server: the same program as any other engine, as a child process that gets its credential on standard input. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, truncateSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { monotonicMilliseconds } from './core/base/clock.ts';
import type { Log } from './core/observability/log.ts';

/** The parameters of the engine. */
export type BuiltInEngineOptions = {
  name: string;
  url: string;
  credential: string;
  folder: string;
  /** The home folder of the server, which tasks must not see. */
  home: string;
  capacity: number;
  environment: Record<string, string>;
  /** Undefined where its log goes to the standard output of the server. */
  logFile: string | undefined;
  log: Log;
};

const program = fileURLToPath(import.meta.resolve('@millrace/engine'));
/** Milliseconds after which an engine that does not end is killed. The time that it gives its tasks is shorter. */
const STOP_TIMEOUT = 20_000;
/** The longest pause before a restart, in milliseconds. After a run that was longer than this, the pauses begin again with the shortest. */
const LONGEST_PAUSE = 30_000;

/** Starts the engine, and restarts it whenever it ends unexpectedly. */
export function startBuiltInEngine(options: BuiltInEngineOptions): { pid(): number | undefined; stop(): Promise<void> } {
  let child: ChildProcess | undefined;
  let stopped = false;
  let failures = 0;
  let restart: NodeJS.Timeout | undefined;

  logPrints(options);
  const launch = (): void => {
    const started = monotonicMilliseconds();
    child = spawnEngine(options);
    child.once('exit', (code, signal) => {
      logPrints(options);
      if (stopped) return;
      failures = monotonicMilliseconds() - started > LONGEST_PAUSE ? 0 : failures + 1;
      const pause = Math.min(LONGEST_PAUSE, 250 * 2 ** failures);
      options.log.warn({ code, signal, pause }, 'the built-in engine ended; it is started again');
      restart = setTimeout(launch, pause);
    });
  };
  launch();

  return {
    pid: () => child?.pid,
    stop: async () => {
      stopped = true;
      clearTimeout(restart);
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = Promise.withResolvers<void>();
      child.once('exit', () => ended.resolve());
      child.kill('SIGTERM');
      const killTimer = setTimeout(() => child?.kill('SIGKILL'), STOP_TIMEOUT);
      await ended.promise;
      clearTimeout(killTimer);
    },
  };
}

function spawnEngine({ name, url, credential, folder, home, capacity, environment, logFile }: BuiltInEngineOptions): ChildProcess {
  const programArguments = ['run', '--with-parent', '--folder', folder, '--hide', home, '--capacity', String(capacity)];
  const prints = logFile === undefined ? undefined : openSync(printsOf(logFile), 'a', 0o600);
  try {
    // A small young generation: log lines live for milliseconds, and by default they would fill a hundred megabytes before they are collected.
    const child = spawn(
      process.execPath,
      ['--max-semi-space-size=2', program, ...programArguments, ...(logFile === undefined ? [] : ['--log-file', logFile])],
      {
        // In a session of its own: Ctrl-C in the terminal reaches only the server, which then stops the engine.
        detached: true,
        env: environment,
        stdio: ['pipe', prints ?? 'inherit', prints ?? 'inherit'],
      },
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.write(`${JSON.stringify({ name, url, credential })}\n`);
    return child;
  } finally {
    if (prints !== undefined) closeSync(prints);
  }
}

/** The file for output of the engine outside of its log, such as the stack that Node prints before it ends with an error. */
const printsOf = (logFile: string): string => `${logFile}.prints`;

/** The largest number of characters of this file that are logged. */
const MAX_LOGGED_CHARACTERS = 4000;

/** Writes the output of the engine into the log of the server, and empties the file. */
function logPrints({ logFile, log }: BuiltInEngineOptions): void {
  if (logFile === undefined) return;
  try {
    const text = readFileSync(printsOf(logFile), 'utf8').trim();
    if (text === '') return;
    truncateSync(printsOf(logFile));
    log.warn({ printed: text.slice(-MAX_LOGGED_CHARACTERS) }, 'the built-in engine printed text outside of its log');
  } catch {
    // The engine has printed nothing, or the disk fails.
  }
}
