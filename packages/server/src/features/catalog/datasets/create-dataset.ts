import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { shareNew } from '../../sharing/sharing/index.ts';
import { holdCatalogConnection } from '../catalog-connections/index.ts';
import { findDataset } from './access.ts';
import { replaceColumns, writeDescriptions } from './column-queries.ts';
import { toDatasetJson } from './json.ts';
import { insertDatasets } from './queries.ts';
import { refreshDatasets } from './refresh.ts';
import { requirePathsOnce } from './rules.ts';

/** Creates a dataset by hand. */
export const createDataset = endpoint('POST /datasets', {
  allow: 'signed-in',

  async run({ actor, tx, body }) {
    const connection = await holdCatalogConnection(tx, actor, body.connectionId, 'CONNECTION_UPDATE');
    const { description = null, tags = [], properties = {}, columns = [] } = body;

    requirePathsOnce(columns);

    const id = newId();
    const label = body.label.trim();
    const technicalName = body.technicalName ?? label;
    const author = actor.id;
    const dataset = { id, tenant: actor.tenant, connection: connection.id, technicalName, label, description, tags, properties, author };
    await insertDatasets(tx, [{ ...dataset, kind: 'TABLE' }]);
    const none = { nativeType: null, isNullable: null, isKey: false, comment: null };
    await replaceColumns(
      tx,
      id,
      columns.map(({ path, type = 'TEXT' }) => ({ ...none, path, type })),
    );
    await writeDescriptions(
      tx,
      id,
      columns.flatMap(({ path, description: text }) => (text === undefined ? [] : [{ path, description: text }])),
    );
    await shareNew(tx, { tenant: actor.tenant, type: 'dataset', id, owner: actor.id });
    await refreshDatasets(tx, [id]);
    return { status: 201, body: toDatasetJson(await findDataset(tx, actor, id)) };
  },
});
