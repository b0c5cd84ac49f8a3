/** Reads the output of a PostgreSQL that did not start. */
import { diskFull, StartError } from '../core/base/start-error.ts';

/** Turns the last output of PostgreSQL into one line that says what to do. */
export function explainFailure(output: string, folder: string): StartError {
  const known = causes.find(([pattern]) => pattern.test(output));
  if (known) return new StartError(known[1](folder));
  const worst = /^.*(?:FATAL|PANIC|error):\s*(.+)$/m.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? '';
  return new StartError(`The embedded database in ${folder} does not start: ${worst || 'no output'} (see ${folder}/postgres.log).`);
}

/** Returns whether another program took the port between its choice and the start. */
export const isPortTaken = (output: string): boolean =>
  /could not bind .*address already in use|could not create any TCP\/IP sockets/i.test(output);

/** Returns whether processes of a killed database still hold its shared memory. They end without help. */
export const isStillHeld = (output: string): boolean => /pre-existing shared memory block/.test(output);

const causes: readonly (readonly [RegExp, (folder: string) => string])[] = [
  [/No space left on device|Disk quota exceeded|Check free disk space|wrote only \d+ of/, diskFull],
  [
    /pre-existing shared memory block/,
    (folder) => `Processes of an earlier database still work in ${folder}: wait until they have ended, or end them, and start again.`,
  ],
  [
    /lock file "postmaster\.pid" already exists/,
    (folder) =>
      `Another PostgreSQL runs in ${folder}: stop the process whose number is on the first line of ${folder}/data/postmaster.pid.`,
  ],
  [
    /database files are incompatible with server/,
    (folder) =>
      `The database in ${folder} was made by another PostgreSQL version: install the Millrace that made it, or set MILLRACE_HOME to another folder.`,
  ],
  [
    /could not (?:map anonymous|create) shared memory|Cannot allocate memory|out of memory/i,
    () => 'There is not enough memory for the embedded database (it needs about 100 MB): free some and start again.',
  ],
  [
    /loading shared libraries|GLIBC_|not found \(required by/,
    () => 'The embedded database does not run on this system (it needs glibc): set DATABASE_URL to a PostgreSQL of your own.',
  ],
];
