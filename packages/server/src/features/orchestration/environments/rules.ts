/** The rules of environments. */
import { forbidden, invalid } from '../../../core/base/problem.ts';

/**
 * Refuses to delete an environment with engines.
 * @rule environments.3.engine
 */
export function environmentHasNoEngine(engines: number): void {
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
export function environmentHasNoPromotion(promotions: number): void {
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
export function environmentHasNoExecution(executions: number): void {
  if (executions > 0) {
    throw forbidden(
      'environment_in_use',
      `${executions} execution${executions === 1 ? '' : 's'} in the environment must end first: wait for them or terminate them.`,
    );
  }
}
