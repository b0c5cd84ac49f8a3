import { text } from 'node:stream/consumers';
import type { LocalEvent } from '@millrace/wire/local-runs';
import { readLocalInputs, Refusal } from '../local-runs/claim.ts';
import { runLocally } from '../local-runs/local-run.ts';
import { jsonLog } from '../program/own-log.ts';
import { UsageError } from '../program/usage-error.ts';
import { isolationOf, limitsOf, type CommandInput } from '../settings.ts';

/**
 * `millrace-engine try`: runs a bundle on this machine without a control plane. Writes events to standard output, one JSON object per line, and the log of
 * the engine to standard error. The first signal ends the task after a grace period. The second signal, or the end of the IPC channel, kills it. Returns 1
 * if the run was refused.
 */
export async function tryCommand(input: CommandInput): Promise<number> {
  const [, zip, ...more] = input.positionals;
  if (zip === undefined || more.length > 0) throw new UsageError('Name exactly one bundle: millrace-engine try BUNDLE.zip');
  const log = jsonLog(process.stderr);
  const stop = new AbortController();
  const abandon = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => (stop.signal.aborted ? abandon : stop).abort(new Error(signal)));
  process.once('disconnect', () => abandon.abort(new Error('The parent process ended')));
  let hasEnded = false;
  const emit = (event: LocalEvent): void => {
    hasEnded ||= event.event === 'ended';
    process.stdout.write(`${JSON.stringify(event)}\n`);
  };
  const inputs = readLocalInputs(process.stdin.isTTY ? '' : await text(process.stdin));
  const { environment } = input;
  const settings = { environment, isolation: isolationOf(input), limits: limitsOf(input).limits };
  try {
    await runLocally({ ...settings, zip, inputs, log, emit, stop: stop.signal, abandon: abandon.signal });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    emit({ event: 'refused', message: error.message });
  }
  return hasEnded ? 0 : 1;
}
