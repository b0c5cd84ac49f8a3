import type { Schema } from '@millrace/contract';
import { thingCommand } from '../../group.ts';
import { type StartOptions, toTrigger, withStartOptions } from '../executable/start-options.ts';
import { describeTrigger } from '../trigger/describe-trigger.ts';
import { readPlanRunConfig, planNoun } from './lookup.ts';

/** `millrace plan config`: shows the run configuration of a plan, or changes it. */
export const changePlanRunConfig = thingCommand(planNoun, 'config', {
  summary: 'Show or change when a plan starts',
  description: 'Show the run configuration of a plan, or change what options name: when it starts',
  options: withStartOptions,
  examples: ['millrace plan config monthly', 'millrace plan config monthly --monthly 1 --at 03:00 --zone Europe/Zurich'],
  async run({ client, output }, planId, options: StartOptions) {
    const path = { planId };
    if (Object.keys(options).length > 0) {
      const present: Schema<'PlanRunConfig'> = (await readPlanRunConfig(client, path.planId)) ?? { trigger: { type: 'MANUAL' } };
      const { parallel } = options;
      const body = {
        ...present,
        trigger: toTrigger(options) ?? present.trigger,
        ...(parallel !== undefined && { parallelExecutionAllowed: parallel }),
      };
      await client.call('PUT /orchestration/executables/plans/{planId}/run-config', { path, body });
    }
    const config = await readPlanRunConfig(client, path.planId);
    if (output.json) return output.printJson(config ?? null);
    if (!config) return output.note('The plan has no run configuration: it starts on request only.');
    return output.printProperties([
      ['Starts', describeTrigger(config.trigger)],
      ['In parallel', config.parallelExecutionAllowed ? 'yes' : 'no'],
    ]);
  },
});
