/** How statements are run, wherever they are sent. */
import { statement, type Sql, type Statement } from './sql.ts';

/** Something that runs statements; a function that takes a `Tx` says by that that it takes part in the caller's transaction. */
export type Tx = {
  rows<Row>(query: Sql): Promise<Row[]>;
  one<Row>(query: Sql): Promise<Row | undefined>;
  /** The row of a statement that always has one. */
  only<Row>(query: Sql): Promise<Row>;
};

/** Makes a `Tx` of a way to send statements. */
export function runner(query: (text: Statement) => Promise<{ rows: unknown[] }>): Tx {
  const rows = async <Row>(fragment: Sql): Promise<Row[]> => (await query(statement(fragment))).rows as Row[];
  const one = async <Row>(fragment: Sql): Promise<Row | undefined> => (await rows<Row>(fragment))[0];
  const only = async <Row>(fragment: Sql): Promise<Row> => {
    const row = await one<Row>(fragment);
    if (row === undefined) throw new Error('A statement that always has a row had none');
    return row;
  };
  return { rows, one, only };
}
