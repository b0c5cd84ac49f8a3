/** A reason why Millrace cannot start, which its operator can remove: `main` prints only the message and ends with 1. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A start error because of the database, or of the network on the way to it; its cause is the error of the driver. */
export class DatabaseStartError extends StartError {}

/** Turns an error of the file system at a path into a start error with one line for the operator. Returns other errors as they are. */
export function explainFileError(error: unknown, path: string): unknown {
  const sentence = sentences[codeOf(error)];
  return sentence ? new StartError(sentence(path), { cause: error }) : error;
}

/** Turns the error of a full disk into a start error, which names the home folder if the error names no file. Returns other errors as they are. */
export const explainFullDisk = (error: unknown, home: string): unknown =>
  sentences[codeOf(error)] === diskFull ? explainFileError(error, (error as NodeJS.ErrnoException).path ?? home) : error;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** The message about a full disk. */
export const diskFull = (path: string): string => `The disk that holds ${path} is full: free some space and start again.`;

const notPermitted = (path: string): string =>
  `User ${process.getuid?.() ?? ''} may not write in ${path}: change its owner or set MILLRACE_HOME to another folder.`;
const notFolder = (path: string): string =>
  `${path} is a file or is inside of one, and a folder is needed: set MILLRACE_HOME to another folder.`;

const notFile = (path: string): string => `${path} is a folder, and a file is needed: set MILLRACE_HOME to another folder.`;

const sentences: Readonly<Record<string, (path: string) => string>> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EACCES: notPermitted,
  EPERM: notPermitted,
  ENOTDIR: notFolder,
  EISDIR: notFile,
  EEXIST: notFolder,
  EROFS: (path) => `The file system that holds ${path} is read-only: set MILLRACE_HOME to a folder that can be written.`,
};
