/** The portions in which a crawl sends its results to the control plane, and the answers (ADR 67), as the contract describes them. */
import type { Schema } from '@millrace/contract';

/** A column as a crawl has read it. */
export type CrawledColumn = Schema<'CrawledColumn'>;

/**
 * A table, a view or a file as a crawl has read it. `columns` is empty in a scan, which only lists tables. `fingerprint` is null where the database cannot
 * show that rows have changed: then each crawl reads them.
 */
export type CrawledTable = Schema<'CrawledTable'>;

/** Rows of a table: one text or null for each of the columns. */
export type CrawledSample = Schema<'CrawlSamplesPortion'>['samples'][number];

/** A portion: the body of `POST /engine/v1/crawls/{executionId}/portions`. Numbers begin with 1; a repeated number changes nothing. */
export type CrawlPortion = Schema<'CrawlPortion'>;

type WithoutNumber<Portion> = Portion extends unknown ? Omit<Portion, 'number'> : never;

/** The content of a portion. */
export type CrawlContent = WithoutNumber<CrawlPortion>;

/**
 * The answer to a portion. `known`: the fingerprints of those of its tables whose rows are counted and, where the connection keeps samples, stored.
 * `ends`: the end of the crawl was requested.
 */
export type CrawlAnswer = Schema<'CrawlPortionAnswer'>;
