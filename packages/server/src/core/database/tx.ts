/** The interface for running statements. */
import { statement, type Sql, type Statement } from './sql.ts';

/** Runs statements. A function with a `Tx` parameter takes part in the transaction of its caller. */
export type Tx = {
  rows<Row>(query: Sql): Promise<Row[]>;
  one<Row>(query: Sql): Promise<Row | undefined>;
  /** Returns the row of a statement that always has one. */
  only<Row>(query: Sql): Promise<Row>;
  /** Returns whether a statement returns a row. */
  any(query: Sql): Promise<boolean>;
};

/** Makes a `Tx` from a function that sends statements. */
export function createTx(query: (text: Statement) => Promise<{ rows: unknown[] }>): Tx {
  const rows = async <Row>(fragment: Sql): Promise<Row[]> => (await query(statement(fragment))).rows as Row[];
  const one = async <Row>(fragment: Sql): Promise<Row | undefined> => (await rows<Row>(fragment))[0];
  const only = async <Row>(fragment: Sql): Promise<Row> => {
    const row = await one<Row>(fragment);
    if (row === undefined) throw new Error('A statement that always has a row had none');
    return row;
  };
  const any = async (fragment: Sql): Promise<boolean> => (await one(fragment)) !== undefined;
  return { rows, one, only, any };
}
