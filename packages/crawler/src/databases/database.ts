/** The interface between a crawl and a database. */
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CrawledColumn, CrawledTable } from '@millrace/wire/crawl-portions';
import { SettingsFault } from '../faults.ts';

/** A table in the listing of a database. `refusal`: why this account cannot read it. */
export type ListedTable = { parts: string[]; kind: CrawledTable['kind']; comment: string | null; refusal?: string };

/** A listing. `provesAbsence`: a table that is not in it does not exist, because the account would see it. */
export type Listing = { tables: ListedTable[]; provesAbsence: boolean };

/** The definition of a table. */
export type TableDefinition = {
  columns: CrawledColumn[];
  /** The columns that the account may read. */
  readable: string[];
  /** A text that differs after each change of the rows. Null: the database does not show changes. */
  state: string | null;
};

/** A row as texts; a null stays null. */
export type TextRow = (string | null)[];

/** An open database. Each method throws a `DatabaseUnusable` where the whole crawl must end, and any other error where only its tables are concerned. */
export interface CrawledDatabase {
  /** Lists all tables and views that the account can see, without those of the system. */
  list(): Promise<Listing>;
  /** Reads the definitions of listed tables in few statements. A table that no longer exists has none. */
  define(tables: readonly ListedTable[]): Promise<Map<ListedTable, TableDefinition>>;
  /** Reads up to `rows` rows; `onRow` returns false when no further row is needed. */
  sample(table: ListedTable, columns: readonly string[], rows: number, onRow: (row: TextRow) => boolean): Promise<void>;
  close(): Promise<void>;
}

/** The longest text of a cell or a comment, in characters. */
export const CELL_CHARACTERS = 4000;
/** The bytes of a binary value that a sample shows, as hexadecimal digits. */
export const BINARY_BYTES = 100;
/** Milliseconds after which the attempt to connect ends. */
export const CONNECT_MILLISECONDS = 20_000;

/** Milliseconds after which a server that does not answer counts as lost. A working server ends the statement earlier. */
export const silenceAfter = (statementMilliseconds: number): number => statementMilliseconds + 15_000;

/** The reason of a table whose statement was ended. */
export const statementEnded = (milliseconds: number): Error => new Error(`The statement was ended after ${milliseconds / 1000} seconds`);

const UNKNOWN_AUTHORITY =
  "The certificate of the server comes from an unknown authority: put the certificate of the authority into the parameter 'ca'";

/** Returns the reason of an error in one line. Refused connections to several addresses of a host come as an AggregateError. */
export function faultReason(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return String(first);
  const text = first.message || (first as { code?: string }).code || first.name;
  return /self-signed|unable to (?:verify|get)/i.test(text) ? UNKNOWN_AUTHORITY : (text.split('\n', 1)[0] ?? '');
}

/** File systems may store times in steps of some seconds, so a second change within this time may leave the same time. */
const SETTLED_MILLISECONDS = 5000;

/** Returns a text that differs after each change of the files; null if a file has just changed, because a further change might leave the same time. */
export function fileChange(paths: readonly string[]): string | null {
  const parts: string[] = [];
  for (const path of paths) {
    const file = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (!file) continue;
    if (Math.abs(Date.now() - Number(file.mtimeMs)) < SETTLED_MILLISECONDS) return null;
    parts.push([path, file.dev, file.ino, file.size, file.mtimeNs, file.ctimeNs].join(':'));
  }
  return parts.join('|');
}

/** Loads a package that is installed on the machine of the engine for all its users. Throws a `SettingsFault` that says how to install it. */
export async function loadOptional<Package>(name: string, purpose: string): Promise<Package> {
  const programs = [dirname(process.execPath), ...(process.env['PATH'] ?? '').split(delimiter)].filter((folder) => isAbsolute(folder));
  // A global install of npm puts packages into lib/node_modules beside the folder of the programs.
  const folders = [...new Set(programs.map((folder) => join(dirname(folder), 'lib')))];
  let path: string;
  try {
    path = createRequire(import.meta.url).resolve(name, { paths: folders });
  } catch (cause) {
    const looked = folders.map((folder) => join(folder, 'node_modules')).join(', ');
    throw new SettingsFault(`${purpose} needs a package on the machine of the engine: npm install --global ${name} (looked in ${looked})`, {
      cause,
    });
  }
  return (await import(pathToFileURL(path).href)) as Package;
}
