/** Personal access tokens: secrets of people, stored as a hash. */
import type { Tx } from '../core/database/db.ts';
import { sql } from '../core/database/sql.ts';
import type { BatchedStatement, StatementBatcher } from '../core/database/statement-batcher.ts';
import { actorColumns, toActor, type ActorRow, isStale, noteUse } from './actor-rows.ts';
import type { Actor } from './actor.ts';
import { TOKEN_PREFIX, type Tokens } from './tokens.ts';
import { bearerScheme, type Scheme } from './scheme.ts';

/** Builds the scheme. Tokens that are used at the same moment are found by one statement. */
export function personalAccessTokens({ tokens, batcher }: { tokens: Tokens; batcher: StatementBatcher }): Scheme {
  const actors: BatchedStatement<string, Actor | undefined> = {
    atOnce: 1,
    most: 100,
    run: async ({ reader }, secrets) => {
      const hashes = new Map([...new Set(secrets)].map((secret) => [secret, tokens.hash(secret)]));
      const found = await findActors(reader, [...hashes.values()]);
      return secrets.map((secret) => found.get(hashes.get(secret)?.toString('hex') ?? ''));
    },
  };
  return bearerScheme(
    (token) => token.startsWith(TOKEN_PREFIX.personal),
    (token) => batcher.run(actors, token),
  );
}

type TokenActorRow = ActorRow & { hash: string; token_id: string; stale: boolean };

/** Finds the actors of tokens by the hashes of the tokens. The map has the hashes in hex. */
export async function findActors(tx: Tx, hashes: readonly Buffer[]): Promise<Map<string, Actor>> {
  const rows = await tx.rows<TokenActorRow>(sql`
    select encode(t.hash, 'hex') as hash, t.id as token_id, ${actorColumns},
           ${isStale(sql`t.last_used_at`)} as stale
    from personal_access_token t
    join account a on a.id = t.account_id
    where t.hash = any (${[...hashes]}::bytea[])
      and a.active
      and (t.expires_at is null or t.expires_at > now())`);
  const stale = rows.filter((row) => row.stale).map((row) => row.token_id);
  await noteUse(stale, (ids) => storeUse(tx, ids));
  return new Map(rows.map((row) => [row.hash, toActor(row)]));
}

/** Stores that tokens are used now, except those whose use another process stores. */
const storeUse = (tx: Tx, ids: string[]): Promise<unknown> =>
  tx.rows(sql`
    update personal_access_token
    set last_used_at = now()
    where id in (
      select id
      from personal_access_token
      where id = any (${ids}::uuid[])
      order by id
      for no key update skip locked)`);
