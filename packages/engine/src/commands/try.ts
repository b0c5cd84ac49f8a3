import { text } from 'node:stream/consumers';
import type { LocalEvent } from '@millrace/contract/local-runs';
import { readGiven } from '../local-runs/given.ts';
import { Refusal } from '../local-runs/claim.ts';
import { runLocally } from '../local-runs/local-run.ts';
import { jsonLog } from '../own-log.ts';
import { isolationOf, limitsOf, type CommandInput, UsageError } from '../settings.ts';

/**
 * Runs a bundle on this machine without a control plane. Tells what happens as one JSON object a line, and the own log of the engine on standard error.
 * The first signal ends the task with a grace, the next one kills it, and so does the end of a parent that has opened an IPC channel.
 */
export async function tryCommand(input: CommandInput): Promise<number> {
  const [, zip, ...more] = input.positionals;
  if (zip === undefined || more.length > 0) throw new UsageError('Say which bundle: millrace-engine try BUNDLE.zip');
  const log = jsonLog(process.stderr);
  const stop = new AbortController();
  const abandon = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => (stop.signal.aborted ? abandon : stop).abort(new Error(signal)));
  process.once('disconnect', () => abandon.abort(new Error('The parent process ended')));
  let hasEnded = false;
  const tell = (event: LocalEvent): void => {
    hasEnded ||= event.event === 'ended';
    process.stdout.write(`${JSON.stringify(event)}\n`);
  };
  const given = readGiven(process.stdin.isTTY ? '' : await text(process.stdin));
  const { environment } = input;
  const settings = { environment, isolation: isolationOf(input), limits: limitsOf(input).limits };
  try {
    await runLocally({ ...settings, zip, given, log, tell, stop: stop.signal, abandon: abandon.signal });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell({ event: 'refused', message: error.message });
  }
  return hasEnded ? 0 : 1;
}
