import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { type AddCommand, type Noun, thingCommand } from '../../command-builders.ts';
import { localTime } from '../../text.ts';

/** Returns the command that pauses a task or plan, or lets it start again. */
export const pauseCommand = (
  noun: Noun,
  verb: 'pause' | 'resume',
  description: string,
  example: string,
  send: (client: Client, id: string, body: Schema<'PauseRequest'>) => Promise<unknown>,
): AddCommand =>
  thingCommand(noun, verb, {
    description,
    options: { '--reason <text>': `shown to everyone that sees the ${noun.what}` },
    examples: [`millrace ${noun.what} ${verb} ${example}`, `millrace ${noun.what} ${verb} ${example} --reason "maintenance"`],
    async run({ client, output, options: { reason } }, id) {
      const pause = verb === 'pause';
      await send(client, id, { pause, ...(reason !== undefined && { pauseContext: reason }) });
      return output.printResult({ id, pause }, `${pause ? 'Paused' : 'Resumed'} ${noun.what} ${id}.`);
    },
  });

/** Says whether a task or plan is paused, since when and why. */
export function describePause(pause: Schema<'PauseDetails'> | undefined): string {
  if (!pause?.pause) return 'no';
  const { user, pauseDate, pauseContext } = pause;
  const facts = [user && `by ${user}`, pauseDate && localTime(pauseDate)].filter(Boolean).join(', ');
  return `yes${facts && ` (${facts})`}${pauseContext ? `: ${pauseContext}` : ''}`;
}
