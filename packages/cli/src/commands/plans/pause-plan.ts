import type { Command } from 'commander';

import type { Shell } from '../../shell.ts';
import { addPauseCommand, type SendPause } from '../pauses/add-pause-command.ts';
import { findPlanId } from './find-plan.ts';

const send: SendPause = async (client, idOrName, body) => {
  const planId = await findPlanId(client, idOrName);
  await client.call('PUT /orchestration/executables/plans/{planId}/pause', { path: { planId }, body });
  return planId;
};

/** `millrace plan pause`. */
export const pausePlan = (parent: Command, shell: Shell): void =>
  addPauseCommand(parent, shell, {
    name: 'pause',
    description: 'Pause a plan: it starts neither on request nor by its trigger; running executions continue',
    noun: 'plan',
    example: 'monthly',
    send,
  });

/** `millrace plan resume`. */
export const resumePlan = (parent: Command, shell: Shell): void =>
  addPauseCommand(parent, shell, { name: 'resume', description: 'Let a paused plan start again', noun: 'plan', example: 'monthly', send });
