/** The rules of environments. */
import { conflict, forbidden, invalid, type Problem } from '../../../core/base/problem.ts';

/**
 * Refuses to delete an environment with engines.
 * @rule environments.3.engine
 */
export function requireEnvironmentWithoutEngines(engines: number): void {
  if (engines > 0) {
    throw invalid(
      'environment_has_engine',
      `${engines} engine${engines === 1 ? ' is' : 's are'} assigned to the environment: delete the engines first.`,
    );
  }
}

/**
 * Refuses to delete an environment that a promotion uses.
 * @rule environments.3.promotion
 */
export function requireEnvironmentWithoutPromotions(promotions: number): void {
  if (promotions > 0) {
    throw invalid(
      'environment_has_promotion',
      `${promotions} promotion${promotions === 1 ? ' uses' : 's use'} the environment: delete the promotions first.`,
    );
  }
}

/**
 * Refuses to delete an environment with executions that have not ended.
 * @rule environments.3.use
 */
export function requireEnvironmentWithoutExecutions(executions: number): void {
  if (executions > 0) {
    throw forbidden(
      'environment_in_use',
      `${executions} execution${executions === 1 ? '' : 's'} in the environment must end first: wait for them or terminate them.`,
    );
  }
}

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
