/** The tokens with which the programs of crawls send portions. */
import { timingSafeEqual } from 'node:crypto';
import { CRAWL_PARAMETERS } from '@millrace/crawler';
import { hasIdForm } from '../../../core/base/id.ts';
import { unauthenticated } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Admission } from '../../../core/http/endpoint.ts';
import type { Tokens } from '../../../identity/tokens.ts';

const { token: CRAWL_TOKEN } = CRAWL_PARAMETERS;

/** The token of an execution under a fence. It is derived and never stored; after another claim of the execution it is another token. */
const crawlToken = (tokens: Tokens, execution: string, fence: number): string => tokens.derive('crawl', `${execution} ${fence}`);

/** The parameters that a claimed execution gets beside its own: the token of a crawl. A token of an execution without a crawl gives no access. */
export const crawlParameters = (
  tokens: Tokens,
  { id, fence, parameters }: { id: string; fence: number; parameters: Readonly<Record<string, string>> },
): Record<string, string> => (parameters[CRAWL_TOKEN] === '' ? { [CRAWL_TOKEN]: crawlToken(tokens, id, fence) } : {});

/**
 * Admits the engine that holds an execution at the moment, if the execution is an unfinished crawl.
 * @rule crawlers.portions.token
 */
export const admitCrawl: Admission = async ({ db, identity: { tokens } }, { header, path }) => {
  const execution = path['executionId']?.toLowerCase() ?? '';
  const token = /^Bearer +(\S+) *$/i.exec(header('authorization') ?? '')?.[1] ?? '';
  const held = hasIdForm(execution) ? await findCrawlFence(db.reader, execution) : undefined;
  if (held && isSame(token, crawlToken(tokens, execution, held.fence))) return;
  throw unauthenticated(
    'not_signed_in',
    'The token is not that of a crawl that is under way on this engine.',
    'Bearer error="invalid_token"',
  );
};

const isSame = (sent: string, wanted: string): boolean =>
  Buffer.byteLength(sent) === Buffer.byteLength(wanted) && timingSafeEqual(Buffer.from(sent), Buffer.from(wanted));

/** Finds the fence of the engine that holds the execution of a run; undefined if there is no run, or it has no engine. */
const findCrawlFence = (tx: Tx, execution: string): Promise<{ fence: number } | undefined> =>
  tx.one(sql`
    select l.fence
    from crawl_run r
    join live_execution l on l.execution_id = r.execution_id
    where r.execution_id = ${execution}
      and r.finished_at is null
      and l.engine_id is not null`);
