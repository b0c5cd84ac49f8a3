/** The two statements of an authenticated read of an execution, as the product sends them. The minimal server of P15 sends the same. */
import type { Database } from '../packages/server/src/core/database/db.ts';
import { type Statement, createTx } from '../packages/server/src/core/database/sql.ts';
import { findExecution } from '../packages/server/src/features/processing/task-executions/life-cycle/executions.ts';
import type { Actor } from '../packages/server/src/identity/actor.ts';
import { findActorsOfPersonalTokens } from '../packages/server/src/identity/schemes.ts';
import { createTokens, TOKEN_PREFIX } from '../packages/server/src/identity/tokens.ts';

/** A row of a result. */
type Row = Record<string, unknown>;
/** A named statement; `values` returns the values for a request. */
export type ReadStatement<Given> = { name: string; text: string; values(given: Given): unknown[] };

/** The statements of a read. `findActor` finds the owner of a token by the hash of the token. */
export type ReadStatements = {
  findActor: ReadStatement<{ hash: Buffer }>;
  findExecution: ReadStatement<{ id: string; actor: Row }>;
};

/**
 * Records both statements from the code of the product, so that P15 always compares the same statements, also after a change of the schema.
 * Throws if the product sends other values than those of one token and of one execution.
 */
export async function readStatements(): Promise<ReadStatements> {
  const key = Buffer.alloc(32);
  const tokens = createTokens(key);
  const token = `${TOKEN_PREFIX.personal}token`;
  const lookUp = await sentBy((reader) => findActorsOfPersonalTokens(reader, [tokens.hash(token)]));
  const actor: Actor = { id: 'actor', tenant: 'tenant', login: '', userType: 'HUMAN', permissions: new Set(), allowlist: null };
  const find = await sentBy((reader) => findExecution(reader, actor, 'execution'));
  const hash = tokens.hash(token);
  const [seconds, hashes, ...more] = lookUp.values;
  if (typeof seconds !== 'number' || !Array.isArray(hashes) || hashes.length !== 1 || !hash.equals(hashes[0]) || more.length > 0)
    throw new Error(`The statement that finds actors has other values than a period and hashes: ${JSON.stringify(lookUp.values)}`);
  const unknown = find.values.filter((value) => !['execution', 'tenant', 'actor'].includes(String(value)));
  if (unknown.length > 0)
    throw new Error(`The statement that finds executions has other values than id, tenant and actor: ${JSON.stringify(unknown)}`);
  return {
    findActor: { name: 'find-actor', text: lookUp.text, values: (given) => [seconds, [given.hash]] },
    findExecution: {
      name: 'find-execution',
      text: find.text,
      values: ({ id, actor: found }) =>
        find.values.map((value) => (value === 'execution' ? id : value === 'tenant' ? found['tenant_id'] : found['id'])),
    },
  };
}

/** Returns the only statement that `work` sends. */
async function sentBy(work: (reader: Database['reader']) => Promise<unknown>): Promise<Statement> {
  const sent: Statement[] = [];
  const recorder = createTx(async (statement) => {
    sent.push(statement);
    return { rows: [] };
  });
  // The recorder returns no rows; the code may throw because of that.
  await work(recorder).catch(() => undefined);
  const [only, ...others] = sent;
  if (!only || others.length > 0) throw new Error(`The read sent ${sent.length} statements instead of one`);
  return only;
}
