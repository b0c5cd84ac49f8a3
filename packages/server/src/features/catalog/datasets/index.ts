/** Datasets: the entries of the catalogue. */
import { conflict } from '../../../core/base/problem.ts';
import { subscribe } from '../../../core/events/domain-events.ts';
import type { Feature } from '../../../core/http/feature.ts';
import { catalogErrors } from '../../../core/http/surfaces/catalog.ts';
import { samplesForbidden } from '../catalog-connections/index.ts';
import { addFavorite } from './add-favorite.ts';
import { attributeEndpoints } from './attribute-endpoints.ts';
import { certifyDataset } from './certify-dataset.ts';
import { createDataset } from './create-dataset.ts';
import { deleteDataset } from './delete-dataset.ts';
import { describeColumn } from './describe-column.ts';
import { describeColumns } from './describe-columns.ts';
import { getDataset } from './get-dataset.ts';
import { getSample } from './get-sample.ts';
import { listColumns } from './list-columns.ts';
import { listDatasets } from './list-datasets.ts';
import { listTrustScores } from './list-trust-scores.ts';
import { rateDataset } from './rate-dataset.ts';
import { removeFavorite } from './remove-favorite.ts';
import { removeSamplesOf } from './sample-queries.ts';

export { findDatasetFor } from './access.ts';
export { markVanished, noteUnchanged, observeTables, selectFingerprints, type CrawlContext, type ObservedTable } from './observe.ts';
export { profileSample, type ProfiledSample } from './profile-sample.ts';
export type { SampleRow } from './sample-queries.ts';
export { noteUses } from './uses.ts';

/** The endpoints of datasets and custom attributes. */
export const datasets: Feature = {
  surface: catalogErrors,
  endpoints: [
    listDatasets,
    createDataset,
    getDataset,
    deleteDataset,
    certifyDataset,
    addFavorite,
    removeFavorite,
    rateDataset,
    getSample,
    listTrustScores,
    listColumns,
    describeColumns,
    describeColumn,
    ...attributeEndpoints,
  ],
  constraints: {
    /** @rule datasets.create.name */
    dataset_technical_name_once: () =>
      conflict('dataset_name_taken', 'The connection already has a dataset of that technical name: choose another one.'),
    /** @rule datasets.attribute.name */
    custom_attribute_label_once: () => conflict('attribute_label_taken', 'There is an attribute of that label: choose another label.'),
    /** @rule datasets.attribute.name */
    custom_attribute_business_id_once: () =>
      conflict('attribute_business_id_taken', 'There is an attribute of that business id: choose another one.'),
  },
  /** @rule datasets.sample.allowed */
  subscriptions: [subscribe(samplesForbidden, (tx, { connection }) => removeSamplesOf(tx, connection))],
};
