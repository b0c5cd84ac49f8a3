import { newId } from '../../../core/base/id.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { removeSharings, shareNewEntity } from '../../sharing/sharing/index.ts';
import { holdCatalogConnection } from '../catalog-connections/index.ts';
import { chooseType, replaceColumns, requireSemanticType, selectColumns, writeDescriptions } from './column-rows.ts';
import { toColumnJson, toDatasetJson, toDatasetsJson } from './json.ts';
import { datasetConditions, datasetOrder } from './list-query.ts';
import { noteChange, refreshDatasets } from './refresh.ts';
import {
  deleteFavorite,
  findDataset,
  findDatasetFor,
  insertDatasets,
  insertFavorite,
  lockDataset,
  removeDataset,
  selectDatasets,
  selectTrustScores,
  updateCertification,
  upsertRating,
} from './rows.ts';
import { requirePathsOnce, requireRoomForColumns } from './rules.ts';
import { findSampledDataset, selectSample } from './samples.ts';
import { toAxesJson } from './trust-axes.ts';

/** Lists the datasets that the caller can reach. */
export const listDatasets = endpoint('GET /datasets', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    const order = datasetOrder(actor, query);
    const condition = await datasetConditions(tx, actor, query);
    return { status: 200, json: toDatasetsJson(await selectDatasets(tx, actor, condition, order)) };
  },
});

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
    await replaceColumns(tx, [{ dataset: id, columns: columns.map(({ path, type = 'TEXT' }) => ({ ...none, path, type })) }]);
    await writeDescriptions(
      tx,
      id,
      columns.flatMap(({ path, description: text }) => (text === undefined ? [] : [{ path, description: text }])),
    );
    await shareNewEntity(tx, { tenant: actor.tenant, type: 'dataset', id, owner: actor.id });
    await refreshDatasets(tx, [id]);
    return { status: 201, body: toDatasetJson(await findDataset(tx, actor, id)) };
  },
});

/** Reads a dataset. */
export const getDataset = endpoint('GET /datasets/{datasetId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toDatasetJson(await findDataset(tx, actor, path.datasetId)) };
  },
});

/** Deletes a dataset. */
export const deleteDataset = endpoint('DELETE /datasets/{datasetId}', {
  allow: 'signed-in',

  async run({ actor, tx, path, requestId }) {
    const id = await lockDataset(tx, actor, path.datasetId, 'DATASET_DELETE');
    await removeDataset(tx, id);
    await removeSharings(tx, 'dataset', [id]);
    return { status: 200, body: { id, requestId } };
  },
});

/**
 * Sets the certification of a dataset, and records its author and time.
 * @rule datasets.certify.record
 */
export const certifyDataset = endpoint('PUT /datasets/{datasetId}/certification', {
  allow: 'signed-in',

  async run({ actor, tx, path, body, requestId }) {
    const id = await lockDataset(tx, actor, path.datasetId, 'DATASET_CERTIFY');
    await updateCertification(tx, id, body.currentCertification, actor.id);
    await refreshDatasets(tx, [id]);
    return { status: 200, body: { id, requestId } };
  },
});

/**
 * Sets the rating of a dataset by the caller, in place of an earlier one.
 * @rule datasets.rating.one
 */
export const rateDataset = endpoint('PUT /datasets/{datasetId}/rating', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const id = await lockDataset(tx, actor, path.datasetId, 'DATASET_READ');
    await upsertRating(tx, id, actor.id, body.rating);
    await refreshDatasets(tx, [id]);
    return { status: 200, body: toDatasetJson(await findDataset(tx, actor, id)).rating ?? {} };
  },
});

/** Makes a dataset a favourite of the caller. */
export const addFavorite = endpoint('PUT /datasets/{datasetId}/favorite', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    await insertFavorite(tx, await lockDataset(tx, actor, path.datasetId, 'DATASET_READ'), actor.id);
    return { status: 204 };
  },
});

/** Removes a dataset from the favourites of the caller. */
export const removeFavorite = endpoint('DELETE /datasets/{datasetId}/favorite', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    await deleteFavorite(tx, await lockDataset(tx, actor, path.datasetId, 'DATASET_READ'), actor.id);
    return { status: 204 };
  },
});

/** Lists the trust scores that a dataset has had, newest first. */
export const listTrustScores = endpoint('GET /datasets/{datasetId}/trust-scores', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const rows = await selectTrustScores(tx, await findDatasetFor(tx, actor, path.datasetId, 'DATASET_READ'));
    return { status: 200, body: rows.map(({ scored_at: at, score, axes }) => ({ score, scoredAt: at.getTime(), axes: toAxesJson(axes) })) };
  },
});

/**
 * Reads rows of the sample of a dataset. Without a sample there are none.
 * @rule datasets.sample.read
 */
export const getSample = endpoint('GET /datasets/{datasetId}/sample', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path, query: { limit = 100, offset = 0 } }) {
    const id = await findSampledDataset(tx, actor, path.datasetId);
    const sample = await selectSample(tx, id, { limit, offset });
    if (!sample) return { status: 200, body: { columns: [], rows: [], total: 0 } };
    const { columns, rows, total, sampled_at: sampledAt } = sample;
    return { status: 200, body: { columns, rows, total, sampledAt: sampledAt.toISOString() } };
  },
});

/** Lists the columns of a dataset in their order. */
export const listColumns = endpoint('GET /datasets/{datasetId}/columns', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const rows = await selectColumns(tx, await findDatasetFor(tx, actor, path.datasetId, 'DATASET_READ'));
    return { status: 200, body: rows.map(toColumnJson) };
  },
});

/** Creates or describes columns of a dataset. */
export const describeColumns = endpoint('POST /datasets/{datasetId}/columns', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const id = await lockDataset(tx, actor, path.datasetId, 'DATASET_UPDATE');

    requirePathsOnce(body);
    requireRoomForColumns(await selectColumns(tx, id), body);

    await writeDescriptions(tx, id, body);
    await noteChange(tx, id, actor.id);
    return { status: 204 };
  },
});

/** Creates or describes a column of a dataset. */
export const describeColumn = endpoint('PUT /datasets/{datasetId}/columns/{path}', {
  allow: 'signed-in',

  async run({ actor, tx, path: { datasetId, path }, body }) {
    const id = await lockDataset(tx, actor, datasetId, 'DATASET_UPDATE');

    requireRoomForColumns(await selectColumns(tx, id), [{ path }]);
    const { semanticType: sent } = body;
    const chosen = typeof sent === 'string' ? await requireSemanticType(tx, actor.tenant, sent) : sent;

    await writeDescriptions(tx, id, [{ path, description: body.description }]);
    if (chosen !== undefined) await chooseType(tx, actor, id, path, chosen);
    await noteChange(tx, id, actor.id);
    return { status: 204 };
  },
});
