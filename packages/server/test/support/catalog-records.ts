/** Records of the catalogue, for the test data of `world.ts`. */
import { sql } from '../../src/core/database/sql.ts';
import type { TestServer } from './server.ts';

/** Makes a connection, a dataset, an attribute and a semantic type; returns the variables of their paths. */
export async function catalogRecords({ call, platform }: TestServer, workspaceId: string): Promise<Record<string, Record<string, string>>> {
  const connection = await call('POST /connections', { body: { label: 'walked', workspaceId, type: 'http', properties: {} } });
  const connectionId = { connectionId: connection.body.id };
  const dataset = await call('POST /datasets', {
    body: { label: 'Walk', connectionId: connection.body.id, columns: [{ path: 'id' }] },
  });
  const datasetId = { datasetId: dataset.body.id };
  const attribute = await call('POST /datasets/attributes', { body: { label: 'Walk', mandatory: false, type: 'text' } });
  const { definitionId } = attribute.body;
  const semanticType = await call('POST /datasets/semantic-types', { body: { name: 'walk', kind: 'DICTIONARY', words: ['walk'] } });
  const database = await call('POST /connections', {
    body: { label: 'crawled', workspaceId, properties: { jdbcUrl: 'jdbc:postgresql://127.0.0.1:1/none' } },
  });
  const crawled = { connectionId: database.body.id };
  await platform.db.writer.rows(sql`insert into connection_scan (connection_id, tables) values (${crawled.connectionId}, '[]')`);
  const crawlerId = { crawlerId: (await call('POST /connections/crawlers', { body: { ...crawled, name: 'walk' } })).body.id };
  const parts = ['', '/certification', '/favorite', '/rating', '/sample', '/trust-scores', '/columns', '/attributes', '/lineage'];
  return {
    '/connections/{connectionId}': connectionId,
    '/connections/{connectionId}/test': connectionId,
    '/connections/scan/{connectionId}': crawled,
    ...Object.fromEntries(
      ['', '/run', '/end', '/errors.log', '/datasets'].map((part) => [`/connections/crawlers/{crawlerId}${part}`, crawlerId]),
    ),
    ...Object.fromEntries(parts.map((part) => [`/datasets/{datasetId}${part}`, datasetId])),
    '/datasets/{datasetId}/columns/{path}': { ...datasetId, path: 'id' },
    '/datasets/{datasetId}/attributes/{id}': { ...datasetId, id: definitionId },
    '/datasets/attributes/{definitionId}': { definitionId },
    '/datasets/semantic-types/{semanticTypeId}': { semanticTypeId: semanticType.body.id },
  };
}
