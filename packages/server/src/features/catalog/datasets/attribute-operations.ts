import { newId } from '../../../core/base/id.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import {
  countAttributes,
  findDefinition,
  holdDefinition,
  insertAttribute,
  lockDefinition,
  removeAttribute,
  removeValue,
  selectAttributes,
  selectBusinessIds,
  selectDatasetAttributes,
  selectUsedChoices,
  updateAttribute,
  upsertValue,
} from './attribute-rows.ts';
import { toAttributeJson, toDatasetAttributeJson } from './attribute-json.ts';
import { noteChange, refreshDatasets } from './refresh.ts';
import { findDatasetFor, lockDataset } from './rows.ts';
import { businessIdOf, requireAttributeParts, requireFittingValue, requireResettable, requireUsedChoicesKept } from './rules.ts';

/** Lists the definitions of custom attributes. There are no built-in ones. */
export const listAttributes = endpoint('GET /datasets/attributes', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query: { limit = 100, offset = 0, category, includeMetadata = true } }) {
    const { rows, total } = category === 'built-in' ? { rows: [], total: 0 } : await selectAttributes(tx, actor.tenant, { limit, offset });
    return { status: 200, body: { data: rows.map((row) => toAttributeJson(row, includeMetadata)), paging: { limit, offset, total } } };
  },
});

/** Defines a custom attribute. */
export const createAttribute = endpoint('POST /datasets/attributes', {
  allow: 'SVC_CONNECTION_RESOURCE_EDIT',

  async run({ actor, tx, body }) {
    const { type, values = [], defaults = [], mandatory, description = null } = body;
    const parts = requireAttributeParts({ type, choices: values, defaults });

    const id = newId();
    const label = body.label.trim();
    const businessId = body.businessId ?? businessIdOf(label, await selectBusinessIds(tx, actor.tenant));
    await insertAttribute(tx, { id, tenant: actor.tenant, businessId, label, description, mandatory, ...parts, author: actor.id });
    return { status: 201, body: { definitionId: id } };
  },
});

/** Reads the definition of a custom attribute. */
export const getAttribute = endpoint('GET /datasets/attributes/{definitionId}', {
  allow: 'signed-in',

  async run({ actor, tx, path, query: { includeMetadata = true } }) {
    return { status: 200, body: toAttributeJson(await findDefinition(tx, actor, path.definitionId), includeMetadata) };
  },
});

/** Changes the definition of a custom attribute; a field that the body leaves out keeps its value. */
export const changeAttribute = endpoint('PATCH /datasets/attributes/{definitionId}', {
  allow: 'SVC_CONNECTION_RESOURCE_EDIT',

  async run({ actor, tx, path, body }) {
    const known = await lockDefinition(tx, actor, path.definitionId);
    const { values = known.choices, defaults = known.defaults, description = known.description, mandatory } = body;
    const { choices, defaults: kept } = requireAttributeParts({ type: known.type, choices: values, defaults });
    if (known.type === 'enum') requireUsedChoicesKept(await selectUsedChoices(tx, known.id, choices));

    await updateAttribute(tx, {
      id: known.id,
      label: body.label.trim(),
      description,
      mandatory,
      choices,
      defaults: kept,
      author: actor.id,
    });
    return { status: 204 };
  },
});

/** Deletes the definition of a custom attribute with its values. */
export const deleteAttribute = endpoint('DELETE /datasets/attributes/{definitionId}', {
  allow: 'SVC_CONNECTION_RESOURCE_EDIT',

  async run({ actor, tx, path }) {
    const { id } = await lockDefinition(tx, actor, path.definitionId);
    await refreshDatasets(tx, await removeAttribute(tx, id));
    return { status: 204 };
  },
});

/** Lists the custom attributes of a dataset with their values. */
export const listDatasetAttributes = endpoint('GET /datasets/{datasetId}/attributes', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path, query: { limit = 100, offset = 0, category } }) {
    const id = await findDatasetFor(tx, actor, path.datasetId, 'DATASET_READ');
    if (category === 'built-in') return { status: 200, body: { data: [], paging: { limit, offset, total: 0 } } };
    const rows = await selectDatasetAttributes(tx, actor.tenant, id, { limit, offset });
    const total = await countAttributes(tx, actor.tenant);
    return { status: 200, body: { data: rows.map(toDatasetAttributeJson), paging: { limit, offset, total } } };
  },
});

/** Sets the value of a custom attribute of a dataset. */
export const setDatasetAttribute = endpoint('PUT /datasets/{datasetId}/attributes/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path, body, requestId }) {
    const id = await lockDataset(tx, actor, path.datasetId, 'DATASET_UPDATE');
    const attribute = await holdDefinition(tx, actor.tenant, path.id);

    requireFittingValue(attribute, body.values);

    await upsertValue(tx, id, attribute.id, body.values);
    await noteChange(tx, id, actor.id);
    return { status: 200, body: { id, requestId } };
  },
});

/** Resets a custom attribute of a dataset to its default. */
export const removeDatasetAttribute = endpoint('DELETE /datasets/{datasetId}/attributes/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const id = await lockDataset(tx, actor, path.datasetId, 'DATASET_UPDATE');
    const attribute = await holdDefinition(tx, actor.tenant, path.id);

    requireResettable(attribute);

    await removeValue(tx, id, attribute.id);
    await noteChange(tx, id, actor.id);
    return { status: 204 };
  },
});
