/** Promotion executions: runs of promotions. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict, invalid, type Problem } from '../../../core/base/problem.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

const collides = (noun: string) => (): Problem =>
  conflict(
    'promotion_collision',
    `While the promotion ran, a ${noun} with the name of a promoted one was added to the target environment. Nothing was promoted: execute it again.`,
  );

/** The endpoints of executions of promotions. */
export const promotionExecutions: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  /** @rule promotions.execute.collision */
  constraints: {
    artifact_name_once: collides('artifact'),
    artifact_version_once: collides('version of an artifact'),
    connection_name_once: collides('connection'),
    resource_name_once: collides('resource'),
    task_name_once: collides('task'),
    plan_name_once: collides('plan'),
    /** @rule dynamic-engine-environments.engines.own */
    engine_kind: () =>
      invalid(
        'environment_is_dynamic',
        'The target is a dynamic-engine environment, which gets no remote engines: give the tasks of the source no engine.',
      ),
  },
};
