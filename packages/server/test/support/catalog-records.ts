/** The records of the catalogue of the world. */
import type { TestServer } from './server.ts';

/** Makes a connection, a dataset, an attribute and a semantic type; returns the variables of their paths. */
export async function catalogRecords({ call }: TestServer, workspaceId: string): Promise<Record<string, Record<string, string>>> {
  const connection = await call('POST /connections', { body: { label: 'walked', workspaceId, type: 'http', properties: {} } });
  const connectionId = { connectionId: connection.body.id };
  const dataset = await call('POST /datasets', {
    body: { label: 'Walk', connectionId: connection.body.id, columns: [{ path: 'id' }] },
  });
  const datasetId = { datasetId: dataset.body.id };
  const attribute = await call('POST /datasets/attributes', { body: { label: 'Walk', mandatory: false, type: 'text' } });
  const { definitionId } = attribute.body;
  const semanticType = await call('POST /datasets/semantic-types', { body: { name: 'walk', kind: 'DICTIONARY', words: ['walk'] } });
  const parts = ['', '/certification', '/favorite', '/rating', '/sample', '/trust-scores', '/columns', '/attributes'];
  return {
    '/connections/{connectionId}': connectionId,
    '/connections/{connectionId}/test': connectionId,
    ...Object.fromEntries(parts.map((part) => [`/datasets/{datasetId}${part}`, datasetId])),
    '/datasets/{datasetId}/columns/{path}': { ...datasetId, path: 'id' },
    '/datasets/{datasetId}/attributes/{id}': { ...datasetId, id: definitionId },
    '/datasets/attributes/{definitionId}': { definitionId },
    '/datasets/semantic-types/{semanticTypeId}': { semanticTypeId: semanticType.body.id },
  };
}
