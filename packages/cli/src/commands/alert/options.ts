import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { type Command, InvalidArgumentError } from 'commander';
import { readTokenFile } from '../../session.ts';
import type { Shell } from '../../shell.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { findUserId } from '../user/lookup.ts';

/** Options that creating and changing an alert rule share. */
export type AlertOptions = {
  seconds?: number;
  usual?: number;
  success?: number;
  user?: string[];
  email?: string[];
  slackFile?: string;
  teamsFile?: string;
  webhookFile?: string;
  quiet?: { from: string; to: string };
  zone?: string;
  repeat?: number;
};

/** Adds the options. Addresses come from files, because other users of the machine can see the words of a command. */
export const withAlertOptions = (command: Command): Command =>
  command
    .option('--seconds <n>', 'bound in seconds: of a run, after a due instant, or without heartbeats', wholeNumber)
    .option('--usual <factor>', 'run_long: this many times the usual duration', factor)
    .option('--success <seconds>', 'run_absent: seconds within which a run must succeed', wholeNumber)
    .option('--user <logins...>', 'users that get a mail and an entry in their inbox')
    .option('--email <addresses...>', 'mail addresses')
    .option('--slack-file <file>', 'file with the address of a Slack channel; - for stdin')
    .option('--teams-file <file>', 'file with the address of a Teams channel; - for stdin')
    .option('--webhook-file <file>', 'file with the address that JSON is posted to; - for stdin')
    .option('--quiet <from-to>', 'hours in which messages are held back, such as 22:00-06:00', quietHours)
    .option('--zone <name>', 'time zone of the quiet hours (default: UTC)')
    .option('--repeat <minutes>', 'notify about an open incident again after this many minutes', wholeNumber);

function factor(text: string): number {
  const value = Number(text);
  if (!(value >= 1)) throw new InvalidArgumentError('Give a number from 1.');
  return value;
}

function quietHours(text: string): { from: string; to: string } {
  const [, from, to] = /^(\d{2}:\d{2})-(\d{2}:\d{2})$/.exec(text) ?? [];
  if (from === undefined || to === undefined) throw new InvalidArgumentError('Give hours such as 22:00-06:00.');
  return { from, to };
}

/** The fields of a request that the options give. */
export async function fieldsOfOptions(client: Client, options: AlertOptions, shell: Shell): Promise<Partial<Schema<'AlertRequest'>>> {
  const files = { slack: options.slackFile, teams: options.teamsFile, webhook: options.webhookFile } as const;
  const transports: Schema<'AlertTransportRequest'>[] = [];
  for (const type of ['slack', 'teams', 'webhook'] as const)
    if (files[type] !== undefined) transports.push({ type, url: await readTokenFile(files[type], shell) });
  const users = await Promise.all((options.user ?? []).map((login) => findUserId(client, login)));
  const hasRecipients = options.user !== undefined || options.email !== undefined || transports.length > 0;
  return {
    ...(options.seconds !== undefined && { boundSeconds: options.seconds }),
    ...(options.usual !== undefined && { usualFactor: options.usual }),
    ...(options.success !== undefined && { successWithinSeconds: options.success }),
    ...(hasRecipients && { recipients: { users, emails: options.email ?? [], transports } }),
    ...(options.quiet && { quietHours: { ...options.quiet, zone: options.zone ?? 'UTC' } }),
    ...(options.repeat !== undefined && { repeatMinutes: options.repeat }),
  };
}
