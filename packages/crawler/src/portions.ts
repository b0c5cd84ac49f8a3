/** The portions in which a crawl sends its results to the control plane, and the answers (ADR 67), as the contract describes them. */
import type { Schema } from '@millrace/contract';

/** A column as a crawl has read it. */
export type CrawledColumn = Schema<'CrawledColumn'>;

/** A table, a view or a file as a crawl has read it; a scan reads no columns. Without a fingerprint, the rows are read each time. */
export type CrawledTable = Schema<'CrawledTable'>;

/** Rows of a table: one text or null for each of the columns. */
export type CrawledSample = Schema<'CrawlSamplesPortion'>['samples'][number];

/** A portion: the body of `POST /engine/v1/crawls/{executionId}/portions`. Numbers begin with 1; a repeated number changes nothing. */
export type CrawlPortion = Schema<'CrawlPortion'>;

type WithoutNumber<Portion> = Portion extends unknown ? Omit<Portion, 'number'> : never;

/** The content of a portion. */
export type CrawlContent = WithoutNumber<CrawlPortion>;

/** The answer to a portion. `known`: the fingerprints of those of its tables whose sample is stored. `ends`: an account has ended the crawl. */
export type CrawlAnswer = Schema<'CrawlPortionAnswer'>;
