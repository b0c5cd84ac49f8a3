/** Crawlers whose runs a test carries out itself: it claims the executions as an engine, and sends portions as the program of a crawl. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Schema } from '@millrace/contract';
import { runTimer } from '../../../../test/support/background.ts';
import { shellBundle } from '../../../../test/support/bundles.ts';
import { standInEngine, type Claimed } from '../../../../test/support/engine.ts';
import type { Answer, TestServer } from '../../../../test/support/server.ts';
import { catalogScene } from '../catalog-connections/scene.fixture.ts';
import { CrawlBundle } from './index.ts';

const CRAWLER = '/connections/crawlers/{crawlerId}';
const PORTIONS = 'POST /engine/v1/crawls/{executionId}/portions';

/** A portion without its number. */
export type PortionContent = { [Kind in Schema<'CrawlPortion'> as Kind['kind']]: Omit<Kind, 'number'> }[Schema<'CrawlPortion'>['kind']];

/** A table as the program of a crawl lists it. */
export const listedTable = (name: string, more: Partial<Schema<'CrawledTable'>> = {}): Schema<'CrawledTable'> => ({
  technicalName: name,
  displayName: name.split('.').at(-1) ?? name,
  kind: 'TABLE',
  comment: null,
  fingerprint: 'f1',
  columns: [
    { path: 'id', nativeType: 'bigint', isNullable: false, isKey: true, comment: null },
    { path: 'mail', nativeType: 'text', isNullable: true, isKey: false, comment: 'Address' },
  ],
  ...more,
});

/** Tables that the program has listed. The functions after this one build the other portions. */
export const tables = (...names: (string | Schema<'CrawledTable'>)[]): PortionContent => ({
  kind: 'tables',
  tables: names.map((one) => (typeof one === 'string' ? listedTable(one) : one)),
});
/** The end of a listing. */
export const observed = (isComplete = true): PortionContent => ({ kind: 'observed', isComplete });
/** Two rows of each table. */
export const samples = (...names: string[]): PortionContent => ({
  kind: 'samples',
  samples: names.map((technicalName) => ({
    technicalName,
    columns: ['id', 'mail'],
    rows: [
      ['1', 'ada@example.com'],
      ['2', null],
    ],
  })),
});
/** Tables that were not read again, because they have not changed. */
export const unchanged = (...names: string[]): PortionContent => ({ kind: 'unchanged', tables: names });
/** Tables that cannot be read. */
export const unreadable = (...names: string[]): PortionContent => ({
  kind: 'unreadable',
  tables: names.map((technicalName) => ({ technicalName, message: `permission denied for table ${technicalName}` })),
});

/** Replaces the bundle of crawls by a small one. */
async function stubBundle({ platform }: TestServer, script = 'exit 0'): Promise<string> {
  const bytes = await shellBundle(script, { environment: ['MILLRACE_CRAWL_TOKEN', 'MILLRACE_CRAWL_MODE'] });
  const hash = createHash('sha256').update(bytes).digest('hex');
  platform.processState.of(CrawlBundle, () => new CrawlBundle(() => Promise.resolve({ hash, bytes })));
  return hash;
}

/** Makes crawlers and carries out their runs. */
export async function crawlScene(server: TestServer) {
  const { call, platform } = server;
  const scene = await catalogScene(server);
  const bundle = await stubBundle(server);
  const engine = await standInEngine(server, scene.workspace.environment);

  const makeCrawler = async (body: object = {}): Promise<{ crawlerId: string; connectionId: string }> => {
    const connectionId = 'connectionId' in body ? String(body.connectionId) : await scene.makeConnection({ keepsSamples: true });
    const { status, body: made } = await call('POST /connections/crawlers', { body: { connectionId, name: 'crawler', ...body } });
    assert.equal(status, 201, JSON.stringify(made));
    return { crawlerId: made.id, connectionId };
  };
  const settle = (): Promise<void> => runTimer(platform, 'end-crawls');
  const read = async (crawlerId: string) => (await call(`GET ${CRAWLER}`, { path: { crawlerId }, query: { includeDeleted: true } })).body;
  const status = async (crawlerId: string): Promise<Schema<'CrawlerStatus'>> => (await read(crawlerId)).status;

  /** An execution of a crawl that the engine holds, and its portions. */
  const heldCrawl = (claimed: Claimed) => {
    let number = 0;
    const token = claimed.parameters['MILLRACE_CRAWL_TOKEN'];
    const { executionId } = claimed;
    const send = (portion: object, sentToken: string | undefined = token): Promise<Answer> =>
      call(PORTIONS, { token: sentToken, path: { executionId }, body: portion });
    return {
      claimed,
      executionId,
      token,
      send,
      /** Sends the next portions, and returns the last answer. */
      portions: async (...contents: PortionContent[]): Promise<Schema<'CrawlPortionAnswer'>> => {
        let body: Schema<'CrawlPortionAnswer'> = { known: [], ends: false };
        for (const content of contents) {
          number += 1;
          const answer = await send({ ...content, number });
          assert.equal(answer.status, 200, JSON.stringify(answer.body));
          body = answer.body;
        }
        return body;
      },
      /** Ends the execution, and with it the run. */
      finish: async (finish: Parameters<typeof engine.finish>[1] = {}): Promise<void> => {
        await engine.finish(claimed, finish);
        await settle();
      },
    };
  };
  const claim = async () => {
    const claimed = await engine.claimOne();
    await engine.start(claimed);
    return heldCrawl(claimed);
  };
  /** Starts a run and claims its execution. */
  const run = async (crawlerId: string) => {
    assert.equal((await call(`POST ${CRAWLER}/run`, { path: { crawlerId } })).status, 202);
    return claim();
  };
  return {
    ...scene,
    bundle,
    engine,
    makeCrawler,
    read,
    status,
    settle,
    claim,
    run,
    /** Carries out a whole run. */
    crawl: async (crawlerId: string, ...contents: PortionContent[]) => {
      const crawl = await run(crawlerId);
      await crawl.portions(...contents);
      await crawl.finish();
      return status(crawlerId);
    },
    /** The datasets of a connection by their technical names. */
    datasets: async (connectionId: string): Promise<Map<string, Schema<'Dataset'>>> => {
      const { body } = await call('GET /datasets', { query: { serviceQlQuery: `datastoreId = '${connectionId}'` } });
      return new Map(body.map((one: Schema<'Dataset'>) => [one.technicalName, one]));
    },
    errors: async (crawlerId: string): Promise<string> => (await call(`GET ${CRAWLER}/errors.log`, { path: { crawlerId } })).body ?? '',
    runStates: async (crawlerId: string) => {
      const { runStatus, nbDatasetsToCrawl, nbDatasetsFinished, nbDatasetsCreated, nbDatasetsFailed, nbSamplesFailed } =
        await status(crawlerId);
      return [runStatus, nbDatasetsToCrawl, nbDatasetsFinished, nbDatasetsCreated, nbDatasetsFailed, nbSamplesFailed];
    },
  };
}
