import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';

/** Pauses or resumes a task or plan. Returns its id. */
export type SendPause = (client: Client, idOrName: string, body: Schema<'PauseRequest'>) => Promise<string>;

type PauseCommand = {
  name: 'pause' | 'resume';
  description: string;
  noun: 'task' | 'plan';
  example: string;
  send: SendPause;
};

/** Adds a command that pauses or resumes a task or plan. */
export function addPauseCommand(parent: Command, shell: Shell, { name, description, noun, example, send }: PauseCommand): void {
  const pause = name === 'pause';
  parent
    .command(name)
    .description(description)
    .argument('<name or id>', `the ${noun}`)
    .option('--reason <text>', `shown to everyone that sees the ${noun}`)
    .addHelpText('after', examples(`millrace ${noun} ${name} ${example}`, `millrace ${noun} ${name} ${example} --reason "maintenance"`))
    .action(async (idOrName: string, options: { reason?: string }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await send(client, idOrName, { pause, ...(options.reason !== undefined && { pauseContext: options.reason }) });
      return output.printResult({ id, pause }, `${pause ? 'Paused' : 'Resumed'} ${noun} ${id}.`);
    });
}

/** Says whether a task or plan is paused, since when and why. */
export function describePause(pause: Schema<'PauseDetails'> | undefined): string {
  if (!pause?.pause) return 'no';
  const { user, pauseDate, pauseContext } = pause;
  const facts = [user && `by ${user}`, pauseDate && localTime(pauseDate)].filter(Boolean).join(', ');
  return `yes${facts && ` (${facts})`}${pauseContext ? `: ${pauseContext}` : ''}`;
}
