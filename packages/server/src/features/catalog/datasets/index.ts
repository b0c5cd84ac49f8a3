/** Datasets: the entries of the catalogue. */
import { conflict } from '../../../core/base/problem.ts';
import { subscribe } from '../../../core/events/domain-events.ts';
import type { Feature } from '../../../core/http/feature.ts';
import { catalogErrors } from '../../../surfaces/error-formats.ts';
import { samplesForbidden } from '../catalog-connections/index.ts';
import * as operations from './operations.ts';
import * as attributeOperations from './attribute-operations.ts';
import { removeSamplesOf } from './samples.ts';

export { findDatasetFor } from './rows.ts';
export { markVanished, noteUnchanged, observeTables, selectFingerprints, type CrawlContext, type ObservedTable } from './observe.ts';
export { profileSample, type ProfiledSample, type SampleRow } from './samples.ts';
export { noteUses } from './refresh.ts';

/** The endpoints of datasets and custom attributes. */
export const datasets: Feature = {
  surface: catalogErrors,
  endpoints: [...Object.values(operations), ...Object.values(attributeOperations)],
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
