/** The refusals of the database about environments of both kinds. */
import { conflict, forbidden, type Problem } from '../../../core/base/problem.ts';

/** The refusals by the names of the constraints. */
export const ENVIRONMENT_REFUSALS: Readonly<Record<string, () => Problem>> = {
  /**
   * @rule environments.create.name
   * @rule environments.replace.name
   * @rule dynamic-engine-environments.create.name
   */
  environment_name_once: () => conflict('environment_name_taken', 'An environment of that name exists: choose another name.'),
  /** @rule catalog-connections.delete.use */
  dataset_connection_id_fkey: () =>
    forbidden('environment_in_use', 'Datasets of the catalogue use connections of the environment: delete them first.'),
};
