/** The portions in which a crawl sends its results to the control plane, and the answers (ADR 67). */

/** A column as a crawl has read it. */
export type CrawledColumn = { path: string; nativeType: string; isNullable: boolean | null; isKey: boolean; comment: string | null };

/** A table, a view or a file as a crawl has read it; a scan reads no columns. */
export type CrawledTable = {
  technicalName: string;
  displayName: string;
  kind: 'TABLE' | 'VIEW' | 'FILE';
  comment: string | null;
  /** A digest of the definition and of the database's statistics of changes. Null: the database has none, so the rows are read each time. */
  fingerprint: string | null;
  columns: CrawledColumn[];
};

/** Rows of a table: one text or null for each of the columns. */
export type CrawledSample = { technicalName: string; columns: string[]; rows: (string | null)[][] };

/** The content of a portion. */
export type CrawlContent =
  | { kind: 'tables'; tables: CrawledTable[] }
  | { kind: 'unreadable'; tables: { technicalName: string; message: string }[] }
  | { kind: 'observed'; isComplete: boolean }
  | { kind: 'samples'; samples: CrawledSample[] }
  | { kind: 'unchanged'; tables: string[] };

/** A portion: the body of `POST /engine/v1/crawls/{executionId}/portions`. Numbers begin with 1; a repeated number changes nothing. */
export type CrawlPortion = { number: number } & CrawlContent;

/** The answer to a portion. `known`: the fingerprints of those of its tables whose sample is stored. `ends`: an account has ended the crawl. */
export type CrawlAnswer = { known: { technicalName: string; fingerprint: string }[]; ends: boolean };
