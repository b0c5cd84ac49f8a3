/** Parts of a transaction that can fail alone, or that are only tried out. */
import { isOfOneItem, isTransactionConflict, troubleOf } from './database-errors.ts';
import { Problem } from '../base/problem.ts';
import { sql, type Tx } from './sql.ts';

/**
 * Runs a part of a transaction. When it is refused, its writes are undone and the refusal is returned; else undefined. Any other error fails the
 * transaction.
 */
export async function inSavepoint(tx: Tx, part: () => Promise<void>): Promise<Problem | undefined> {
  await tx.rows(sql`savepoint part`);
  try {
    await part();
    await tx.rows(sql`release savepoint part`);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await tx.rows(sql`rollback to savepoint part`);
    return error;
  }
}

/**
 * Runs a part of a transaction that writes items of a caller. When one of their values or rows is refused by the database, the writes of the part are
 * undone and the error is returned. Any other error fails the transaction.
 */
export async function tryItem(tx: Tx, part: () => Promise<void>): Promise<Error | undefined> {
  await tx.rows(sql`savepoint item`);
  try {
    await part();
    await tx.rows(sql`release savepoint item`);
    return undefined;
  } catch (error) {
    if (!isOfOneItem(error)) throw error;
    await tx.rows(sql`rollback to savepoint item`);
    return error as Error;
  }
}

/** Runs a part of a transaction, undoes its writes, and returns its result. An error of the part fails the transaction. */
export async function runThenUndo<Result>(tx: Tx, part: () => Promise<Result>): Promise<Result> {
  await tx.rows(sql`savepoint undone`);
  const result = await part();
  await tx.rows(sql`rollback to savepoint undone`);
  return result;
}

/**
 * Runs a part of a transaction. When it fails, its writes are undone and its error is returned. A fault of the database fails the transaction, unless
 * only the time limit of a statement was exceeded.
 */
export async function runContained<Result>(tx: Tx, part: () => Promise<Result>): Promise<{ result: Result } | { error: unknown }> {
  await tx.rows(sql`savepoint contained`);
  try {
    const result = await part();
    await tx.rows(sql`release savepoint contained`);
    return { result };
  } catch (error) {
    const trouble = troubleOf(error);
    if (isTransactionConflict(error) || (trouble !== undefined && trouble !== 'slow')) throw error;
    await tx.rows(sql`rollback to savepoint contained`);
    return { error };
  }
}
