/** The interface between a crawl and a database. */
import { DatabaseUnusable } from '../faults.ts';
import type { CrawledColumn, CrawledTable } from '../portions.ts';

/** A table in the listing of a database. `refusal`: why this account cannot read it. */
export type ListedTable = { parts: string[]; kind: CrawledTable['kind']; comment: string | null; refusal?: string };

/** A listing. `provesAbsence`: a table that is not in it does not exist, because the account would see it. */
export type Listing = { tables: ListedTable[]; provesAbsence: boolean };

/** What a database knows about each table of its listing. */
export class ListedFacts<Facts> extends Map<ListedTable, Facts> {
  /** Returns what is known about a table. Throws for a table of another listing. */
  of(table: ListedTable): Facts {
    const facts = this.get(table);
    if (facts === undefined) throw new Error('The table is not in this listing');
    return facts;
  }
}

/** The definition of a table. */
export type TableDefinition = {
  columns: CrawledColumn[];
  /** The columns that the account may read. */
  readable: string[];
  /** A text that differs after each change of the rows. Null: the database does not show changes. */
  state: string | null;
};

/** The definitions of tables while their columns are read. */
export class TableDefinitions extends Map<ListedTable, TableDefinition> {
  /** Returns the definition of a table. The first call adds one without columns, with this state. */
  open(table: ListedTable, state: string | null): TableDefinition {
    const definition = this.get(table) ?? { columns: [], readable: [], state };
    this.set(table, definition);
    return definition;
  }
}

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

/** The error of a statement that took too long; it becomes the reason of its table. */
export const statementEndedError = (milliseconds: number): Error =>
  new Error(`The statement was ended after ${milliseconds / 1000} seconds`);

const UNKNOWN_AUTHORITY =
  "The certificate of the server comes from an unknown authority: put the certificate of the authority into the parameter 'ca'";

/** Returns the reason of an error in one line. Refused connections to several addresses of a host come as an AggregateError. */
export function faultReason(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return String(first);
  const text = first.message || (first as { code?: string }).code || first.name;
  return /self-signed|unable to (?:verify|get)/i.test(text) ? UNKNOWN_AUTHORITY : (text.split('\n', 1)[0] ?? '');
}

/** The error that ends a crawl whose database could not be opened. */
export const openingError = (cause: unknown, reason = faultReason(cause)): DatabaseUnusable =>
  new DatabaseUnusable(`The database could not be opened: ${reason}`, { cause });
