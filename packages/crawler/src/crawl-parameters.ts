/** The names by which the control plane gives a crawl its parameters; they are only in the file of MILLRACE_CONTEXT. */

/** The name of the crawled connection in the execution: its parameters begin with `connection_source_`. */
export const CRAWLED_CONNECTION = 'source';

/** The parameter of a connection that names the resource with its JDBC driver. The server reads it; the crawl gets the path of the driver instead. */
export const DRIVER_RESOURCE = 'driverResource';

/** The parameters of a crawl beside those of its connection. */
export const CRAWL_PARAMETERS = {
  /** The token of the run; a secret. */
  token: 'MILLRACE_CRAWL_TOKEN',
  /** `crawl` or `scan`. */
  mode: 'MILLRACE_CRAWL_MODE',
  /** A JSON list of technical names; an empty one means all tables. */
  selection: 'MILLRACE_CRAWL_SELECTION',
  /** Rows of a sample, 0 to 10000. */
  sampleRows: 'MILLRACE_CRAWL_SAMPLE_ROWS',
  /** The application of the connection; used only if the connection has no `jdbcUrl`. */
  application: 'MILLRACE_CRAWL_APPLICATION',
  /** The certificates of authorities by which the engine trusts the control plane, beside the usual ones; optional. */
  certificates: 'MILLRACE_CERTIFICATES',
  /** The path of the JDBC driver of the connection, or of a folder of jars; optional. */
  driver: 'MILLRACE_CRAWL_DRIVER',
  /** The addresses that are open for crawls, as `private,loopback`. An engine with a setting of its own replaces it by its list. */
  outbound: 'MILLRACE_CRAWL_OUTBOUND',
  /** `complete` if the log may show why a database could not be opened; otherwise only the log of the engine does. */
  reasons: 'MILLRACE_CRAWL_REASONS',
  /** Seconds after which a statement is ended; optional. */
  statementSeconds: 'MILLRACE_CRAWL_STATEMENT_SECONDS',
} as const;

/**
 * The exit code of a crawl whose connection cannot be used: its parameters are wrong, or its database could not be opened or was lost. After other faults
 * the code is 1.
 */
export const UNUSABLE_EXIT_CODE = 3;
