import type { Schema } from '@millrace/contract';

import { localTime } from '../../text.ts';

/** Says whether a task or plan is paused, since when and why. */
export function describePause(pause: Schema<'PauseDetails'> | undefined): string {
  if (!pause?.pause) return 'no';
  const { user, pauseDate, pauseContext } = pause;
  const facts = [user && `by ${user}`, pauseDate && localTime(pauseDate)].filter(Boolean).join(', ');
  return `yes${facts && ` (${facts})`}${pauseContext ? `: ${pauseContext}` : ''}`;
}
