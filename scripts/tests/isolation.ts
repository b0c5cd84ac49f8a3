/** The isolation of a test file, which its first line states. */

/** The isolation of a test file. A file without a statement on line 1 shares one process with up to nine other files. */
export type Isolation = {
  ownProcess: boolean;
  /** Mostly waits for clocks and programs: it runs beside the files that keep the processors busy. */
  waiting: boolean;
  /** The file takes long, so it starts before others. */
  long: boolean;
  /** The file runs only if a word on the command line is part of its path. */
  onRequest: boolean;
};

const STATEMENT = /^\/\/ isolation: own process(?<traits>(?:, (?:waiting|long|on request))*) because \S.{10,}/;

/** Reads the statement on the first line of a test file; throws if the statement is malformed or not on the first line. */
export function readIsolation(path: string, text: string): Isolation {
  const statement = STATEMENT.exec(text);
  if (!statement && /^\/\/ isolation\b/m.test(text))
    throw new Error(
      `${path}: write the isolation on the first line, as "// isolation: own process[, waiting][, long][, on request] because <reason>"`,
    );
  const traits = statement?.groups?.['traits'] ?? '';
  return {
    ownProcess: statement !== null,
    waiting: traits.includes('waiting'),
    long: traits.includes('long'),
    onRequest: traits.includes('on request'),
  };
}

/** Folders whose tests start whole programs. */
const PROGRAM_FOLDERS = /^(?:bench|soak|examples|deploy|scripts(?!\/house\/)|packages\/server\/test\/journeys)\//;
/** Code that changes the state of the process, starts programs, or replaces modules. Other files in the same process would notice it. */
const PROCESS_CODE =
  /\bprocess\.(on|once|exit|umask|chdir|memoryUsage|kill|env)\b|\bmock\.|node:child_process|node:async_hooks|\bregisterHooks\b|support\/(install|engine-process|real-engine)|test\/(engine|control-plane)\b/;

/** Returns the reason why a test file needs a process of its own; undefined when it can share one. */
export function needOfOwnProcess(path: string, text: string): string | undefined {
  const folder = PROGRAM_FOLDERS.exec(path)?.[0];
  if (folder) return `tests in ${folder} start whole programs`;
  const code = PROCESS_CODE.exec(text)?.[0];
  return code && `it contains "${code}"`;
}
