/** The endpoints of custom attributes. */
import type { Endpoint } from '../../../core/http/endpoint.ts';
import { changeAttribute } from './change-attribute.ts';
import { createAttribute } from './create-attribute.ts';
import { deleteAttribute } from './delete-attribute.ts';
import { getAttribute } from './get-attribute.ts';
import { listAttributes } from './list-attributes.ts';
import { listDatasetAttributes } from './list-dataset-attributes.ts';
import { removeDatasetAttribute } from './remove-dataset-attribute.ts';
import { setDatasetAttribute } from './set-dataset-attribute.ts';

/** The endpoints of definitions and of values. */
export const attributeEndpoints: readonly Endpoint[] = [
  listAttributes,
  createAttribute,
  getAttribute,
  changeAttribute,
  deleteAttribute,
  listDatasetAttributes,
  setDatasetAttribute,
  removeDatasetAttribute,
];
