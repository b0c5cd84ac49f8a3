/** A connection over which whole tables are copied as text that means the same to every version of PostgreSQL. */
import type { Readable, Writable } from 'node:stream';
import { from, to, type CopyStreamQuery, type CopyToStreamQuery } from 'pg-copy-streams';
import { openUnlimitedClient } from './driver.ts';
import { createTx, type Tx } from './sql.ts';

/** Statements are sent one after the other; a copy must end before the next statement. */
export type CopyConnection = {
  tx: Tx;
  /** Sends a statement without parameters. The text never contains data of a caller. */
  send(text: string): Promise<void>;
  /** Yields the rows of `copy … to stdout`; `count` is their number, once the copy has ended. */
  copyOut(text: string): { rows: Readable; count(): number };
  /** Receives the rows of `copy … from stdin`; `count` is their number, once the copy has ended. */
  copyIn(text: string): { rows: Writable; count(): number };
  close(): Promise<void>;
};

/** Settings of the text form of values, in place of those of the role and the server. */
const TEXT_SETTINGS = `
  set datestyle = 'ISO';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set bytea_output = 'hex';
  set extra_float_digits = 3;
  set client_encoding = 'UTF8';
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

/** Opens a connection for copies, or throws a `DatabaseStartError`. */
export async function openCopyConnection(url: string, name: string): Promise<CopyConnection> {
  const client = await openUnlimitedClient(url, name);
  await client.query(TEXT_SETTINGS);
  return {
    tx: createTx((query) => client.query(query)),
    send: async (text) => void (await client.query(text)),
    copyOut: (text) => {
      const rows: CopyToStreamQuery = to(text);
      client.query(rows);
      return { rows, count: () => rows.rowCount };
    },
    copyIn: (text) => {
      const rows: CopyStreamQuery = from(text);
      client.query(rows);
      return { rows, count: () => rows.rowCount };
    },
    close: () => client.end(),
  };
}
