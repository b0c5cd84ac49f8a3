/** The catalogue in the demonstration: crawls the database that load-airports has filled, and prints its dataset. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@millrace/contract/client';
import { commandLineText } from '../../packages/server/src/core/base/operator-command-text.ts';

const NAME = 'demo-database';
const POLL_MILLISECONDS = 200;

/** Crawls the database at an address, and prints the quality of the airports table and the runs that wrote it. */
export async function crawlDemo(client: Client, workspaceId: string, databaseUrl: string): Promise<void> {
  console.log(`\n── the catalogue ${'─'.repeat(57)}`);
  const connectionId = await saveConnection(client, workspaceId, new URL(databaseUrl));
  const crawlerId = await saveCrawler(client, connectionId);
  await client.call('POST /connections/crawlers/{crawlerId}/run', { path: { crawlerId } });
  console.log(`Crawler ${NAME} reads the database`);
  const { runStatus, failure, nbDatasetsFinished: count } = await untilEnded(client, crawlerId);
  if (runStatus !== 'Finished' || failure !== undefined) {
    console.log(`  ended   ${runStatus}: ${failure ?? 'read its errors with millrace crawler errors'}`);
    return;
  }
  console.log(`  ended   ${runStatus}: ${count} ${count === 1 ? 'dataset' : 'datasets'}`);
  await printDataset(client, connectionId);
}

/** Creates the connection, or changes the existing one: the role of the demonstration gets another password at each start. Returns its id. */
async function saveConnection(client: Client, workspaceId: string, { hostname, port, pathname, username, password }: URL): Promise<string> {
  const body = {
    label: NAME,
    workspaceId,
    description: 'The database that load-airports fills',
    keepsSamples: true,
    properties: { jdbcUrl: `jdbc:postgresql://${hostname}:${port || '5432'}${pathname}`, username, password },
  };
  const { body: all } = await client.call('GET /connections');
  const existing = all.find(({ label }) => label === NAME)?.id;
  if (existing === undefined) return (await client.call('POST /connections', { body })).body.id ?? '';
  const { workspaceId: _workspace, ...changes } = body;
  await client.call('PUT /connections/{connectionId}', { path: { connectionId: existing }, body: changes });
  return existing;
}

async function saveCrawler(client: Client, connectionId: string): Promise<string> {
  const { body } = await client.call('GET /connections/crawlers', { query: { connectionId } });
  return body.data[0]?.id ?? (await client.call('POST /connections/crawlers', { body: { connectionId, name: NAME } })).body.id;
}

async function untilEnded(client: Client, crawlerId: string) {
  for (;;) {
    const { status } = (await client.call('GET /connections/crawlers/{crawlerId}', { path: { crawlerId } })).body;
    if (status.runStatus === 'Finished' || status.runStatus === 'PropertiesRetrievalFailed') return status;
    await wait(POLL_MILLISECONDS);
  }
}

async function printDataset(client: Client, connectionId: string): Promise<void> {
  const serviceQlQuery = `datastoreId = '${connectionId}' and technicalName contains 'airports'`;
  const { body: datasets } = await client.call('GET /datasets', { query: { serviceQlQuery } });
  for (const { id: datasetId = '', label, talendGlobalQuality: quality } of datasets) {
    const { body: columns } = await client.call('GET /datasets/{datasetId}/columns', { path: { datasetId } });
    const { body: lineage } = await client.call('GET /datasets/{datasetId}/lineage', { path: { datasetId } });
    console.log(`Dataset ${label} has ${columns.length} columns`);
    if (quality) console.log(`  values  ${quality['1']} valid, ${quality['0']} empty, ${quality['-1']} invalid in its sample`);
    const [last] = lineage.writtenBy;
    if (last) console.log(`  written by task ${last.taskName}, last by execution ${last.executionId}`);
    console.log(`  see     ${commandLineText('dataset', 'show', datasetId)}`);
  }
}
