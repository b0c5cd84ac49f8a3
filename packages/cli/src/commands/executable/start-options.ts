import type { Schema } from '@millrace/contract';
import type { Command } from 'commander';
import { Failure } from '../../failure.ts';
import { toTriggerTimes, type TriggerOptions, withTrigger } from '../trigger/options.ts';

/** The options that say what starts a task or plan. */
export type StartOptions = TriggerOptions & { manual?: true; webhook?: string; parallel?: boolean };

/** Adds the options. */
export const withStartOptions = (command: Command): Command =>
  withTrigger(command)
    .option('--manual', 'it starts on request only')
    .option('--webhook <name>', 'it starts when a URL is called; the URL is shown with --json')
    .option('--parallel', 'it may start while another execution of it runs')
    .option('--no-parallel', 'it has one execution at a time');

/** Builds the trigger that the options name; undefined if they name none. */
export function toTrigger({ manual, webhook, ...options }: StartOptions): Schema<'TriggerRequest'> | undefined {
  const times = toTriggerTimes(options);
  if ([manual, webhook, times].filter((value) => value !== undefined).length > 1)
    throw new Failure('usage', 'Give either --manual, --webhook, or times.');
  if (manual) return { type: 'MANUAL' };
  if (webhook !== undefined) return { type: 'WEBHOOK', webhook: { name: webhook } };
  return times;
}
