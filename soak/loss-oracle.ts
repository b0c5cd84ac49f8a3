/** Compares what was acknowledged to callers, engines and receivers before fail-overs with what is there after them. */
import { readJournal } from '../packages/server/test/support/crash-site.ts';
import { wholeLog } from '../packages/server/test/support/install.ts';
import type { EndsReceiver } from './ends-receiver.ts';
import { LINES, type Installation } from './installation.ts';
import { countBy, listAll, readExecution, untilAllEnded } from './oracle.ts';
import { markOf, type Recorder } from './recorder.ts';
import { retried } from './retried.ts';

/** An asynchronous fail-over: only what was acknowledged after `from` and before `to` may be lost. Times are epoch milliseconds. */
export type LossWindow = { from: number; to: number };

/** What was acknowledged: the time of each start that was answered 201, the calls of engines, and the events. */
export type Acknowledgements = {
  acceptedAt: ReadonlyMap<string, number>;
  recorders: readonly Pick<Recorder, 'acknowledged' | 'acknowledgedAt' | 'answeredAt'>[];
  receiver: Pick<EndsReceiver, 'arrivalsOf' | 'endsOf'>;
  windows: readonly LossWindow[];
};

/** The kinds of losses. */
const KINDS = [
  'starts lost',
  'started twice',
  'ended otherwise',
  'logs with gaps',
  'acknowledged lines lost',
  'ends without an event',
  'events doubled',
] as const;
type Kind = (typeof KINDS)[number];

/** The number of each kind; `within`: explained by an asynchronous fail-over, `beyond`: not. */
export type Losses = {
  within: Record<Kind, number>;
  beyond: Record<Kind, number>;
  /** Must be zero, also within a window. */
  never: Record<string, number>;
  /** The number of lost starts in each window, in the order of the windows. */
  startsLostIn: number[];
  succeeded: number;
  executions: number;
  lines: number;
  examples: string[];
};

/** Seconds after the load within which all executions must end. The lease of an execution whose end was lost must expire first. */
const END_SECONDS = 120;

const GAP = /^\d+ log lines are missing here/;

/** Waits until all executions have ended, then checks each one, also those whose start got no answer, and each line that was acknowledged. */
export async function findLosses(
  installation: Pick<Installation, 'client' | 'tasks' | 'journal'>,
  { acceptedAt, recorders, receiver, windows }: Acknowledgements,
): Promise<Losses> {
  await untilAllEnded(installation, END_SECONDS);
  const all = await listAll(installation);
  const listed = new Set(all.map(({ executionId }) => executionId));
  await receiver.endsOf(all.filter(({ finishTimestamp }) => finishTimestamp).map(({ executionId }) => executionId));
  const journal = await readJournal(installation.journal);
  const starts = countBy(journal.filter(({ what }) => what === 'start').map(({ execution }) => execution));
  const ends = new Set(journal.filter(({ what }) => what === 'end').map(({ execution }) => execution));
  const zeros = (): Record<Kind, number> => Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  const lostAt = [...acceptedAt].filter(([id]) => !listed.has(id)).map(([, at]) => at);
  const stuck = `stuck ${END_SECONDS} s after the end`;
  const losses: Losses = {
    within: zeros(),
    beyond: zeros(),
    never: { 'succeeded without having run': 0, [stuck]: 0 },
    startsLostIn: windows.map(({ from, to }) => lostAt.filter((at) => at > from && at < to).length),
    succeeded: 0,
    executions: all.length,
    lines: 0,
    examples: [],
  };
  const isInWindow = (at: number | undefined): boolean => at !== undefined && windows.some(({ from, to }) => at > from && at < to);
  /** Whether anything about an execution was acknowledged in a window. */
  const isExposed = (id: string): boolean =>
    [acceptedAt.get(id), ...receiver.arrivalsOf(id), ...recorders.flatMap(({ answeredAt }) => answeredAt.get(id) ?? [])].some(isInWindow);
  const add = (kind: Kind, id: string, isWithin: boolean, about = ''): void => {
    losses[isWithin ? 'within' : 'beyond'][kind] += 1;
    if (isWithin || losses.examples.filter((example) => example.startsWith(`${kind}: `)).length >= 5) return;
    losses.examples.push(`${kind}: ${id}, started ${starts.get(id) ?? 0} times. ${about}`);
  };
  const addNever = (kind: string): void => void (losses.never[kind] = (losses.never[kind] ?? 0) + 1);

  for (const [id, at] of acceptedAt) if (!listed.has(id)) add('starts lost', id, isInWindow(at), new Date(at).toISOString());
  for (const [id, count] of starts) if (count > 1) add('started twice', id, isExposed(id));
  for (const { executionId: id, finishTimestamp } of all) {
    if (!finishTimestamp) {
      addNever(stuck);
      continue;
    }
    const { executionStatus, errorType, errorMessage } = await readExecution(installation, id);
    const log = await retried(() => wholeLog(installation.client, id));
    if (executionStatus === 'EXECUTION_SUCCESS') {
      losses.succeeded += 1;
      if (!ends.has(id)) addNever('succeeded without having run');
      const lines = log.filter(({ logType }) => logType === 'STDOUT').map(({ logMessage }) => logMessage);
      if (lines.length !== LINES || lines.some((line, index) => line !== `line ${index}`)) {
        const isStated = log.some(({ logType, logMessage }) => logType === 'SYSTEM' && GAP.test(logMessage));
        add('logs with gaps', id, isExposed(id) && isStated, `${isStated ? '' : 'Not stated. '}${lines.join(', ')}`);
      }
    } else add('ended otherwise', id, isExposed(id) && errorType === 'ENGINE_LOST', `${executionStatus} ${errorMessage ?? ''}`);
    const events = receiver.arrivalsOf(id).length;
    if (events === 0) add('ends without an event', id, isExposed(id));
    if (events > 1) add('events doubled', id, isExposed(id));
    const marks = log.map(({ logType, logMessage }) => markOf(logType, logMessage));
    for (const { acknowledged, acknowledgedAt } of recorders)
      for (const [number, mark] of (acknowledged.get(id) ?? []).entries()) {
        if (mark === undefined) continue;
        losses.lines += 1;
        if (marks[number] !== mark) add('acknowledged lines lost', id, isInWindow(acknowledgedAt.get(id)?.[number]), `line ${number}`);
      }
  }
  // The log of an execution that is lost is lost with it.
  for (const { acknowledged, acknowledgedAt } of recorders)
    for (const [id, marks] of acknowledged)
      if (!listed.has(id))
        for (const number of marks.keys())
          add('acknowledged lines lost', id, isInWindow(acknowledgedAt.get(id)?.[number]), `line ${number}`);
  return losses;
}
