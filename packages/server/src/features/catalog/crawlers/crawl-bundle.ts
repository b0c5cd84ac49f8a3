/** The bundle of crawls, and the token by which its program calls the server. */
import { timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { CRAWL_PARAMETERS, crawlerBundle } from '@millrace/crawler';
import { hasIdForm } from '../../../core/base/id.ts';
import { unauthenticated } from '../../../core/base/problem.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { Admission } from '../../../core/http/endpoint.ts';
import { keepIfWritten } from '../../../core/http/uploads.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Tokens } from '../../../identity/tokens.ts';
import { findFaultyCopy, keepBlob } from '../../orchestration/artifacts/index.ts';

/** The zip of a bundle, and its SHA-256. */
type BuiltBundle = { hash: string; bytes: Uint8Array };

/** The bundle of this process, which is built once. Tests replace it by another one. */
export class CrawlBundle {
  readonly #build: () => Promise<BuiltBundle>;
  #built: Promise<BuiltBundle> | undefined;

  constructor(build: () => Promise<BuiltBundle>) {
    this.#build = build;
  }

  /** Builds the bundle at the first call, and again after a failure. */
  read(): Promise<BuiltBundle> {
    this.#built ??= this.#build().catch((error: unknown) => {
      this.#built = undefined;
      throw error;
    });
    return this.#built;
  }
}

/**
 * Stores the bundle and calls `start` in one transaction, so that the content is not collected before the execution that needs it is there. `start`
 * returns undefined if it needs no bundle.
 */
export async function withCrawlBundle<Started>(
  { db, blobs, processState }: Pick<Platform, 'db' | 'blobs' | 'processState'>,
  start: (tx: Tx, hash: string) => Promise<Started>,
): Promise<Started> {
  const { bytes } = await processState.of(CrawlBundle, () => new CrawlBundle(crawlerBundle)).read();
  const file = await blobs.stage(Readable.from([bytes]));
  const { started } = await keepIfWritten(
    blobs,
    file,
    () => findFaultyCopy({ db, blobs }, file),
    (faulty) =>
      db.transaction(async (tx) => {
        const { key } = await keepBlob(tx, file, faulty);
        return { key, started: await start(tx, file.hash) };
      }),
  );
  return started;
}

const { token: CRAWL_TOKEN } = CRAWL_PARAMETERS;

/** The token of an execution under a fence. It is derived and never stored; after another claim of the execution it is another token. */
const crawlToken = (tokens: Tokens, execution: string, fence: number): string => tokens.derive('crawl', `${execution} ${fence}`);

/** The parameters that a claimed execution gets beside its own: the token of a crawl. A token of an execution without a crawl gives no access. */
export const crawlParameters = (
  tokens: Tokens,
  { id, fence, parameters }: { id: string; fence: number; parameters: Readonly<Record<string, string>> },
): Record<string, string> => (parameters[CRAWL_TOKEN] === '' ? { [CRAWL_TOKEN]: crawlToken(tokens, id, fence) } : {});

/**
 * Admits the engine that holds an execution at the moment, if the execution is an unfinished crawl. Refuses any other caller.
 * @rule crawlers.portions.token
 */
export const admitCrawl: Admission = async ({ db, identity: { tokens } }, { header, path }) => {
  const execution = path['executionId']?.toLowerCase() ?? '';
  const token = /^Bearer +(\S+) *$/i.exec(header('authorization') ?? '')?.[1] ?? '';
  const held = hasIdForm(execution)
    ? await db.reader.one<{ fence: number }>(sql`
        select l.fence
        from crawl_run r
        join live_execution l on l.execution_id = r.execution_id
        where r.execution_id = ${execution}
          and r.finished_at is null
          and l.engine_id is not null`)
    : undefined;
  if (held && isSame(token, crawlToken(tokens, execution, held.fence))) return;
  throw unauthenticated(
    'not_signed_in',
    'The token is not that of a crawl that is under way on this engine.',
    'Bearer error="invalid_token"',
  );
};

const isSame = (sent: string, wanted: string): boolean =>
  Buffer.byteLength(sent) === Buffer.byteLength(wanted) && timingSafeEqual(Buffer.from(sent), Buffer.from(wanted));
