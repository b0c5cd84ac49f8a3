/** The states of runs in the words of the vocabulary: as cells of tables, and as values of `--status`. */
import { RUN_STATES, STATE_OF_STATUS, stateOfRun, type RunState, type RunStatus, type RunTone } from '@millrace/contract/run-states';
import { InvalidArgumentError } from 'commander';
import type { ListPage } from './pages.ts';
import type { Tone } from './table.ts';

const TONES: Readonly<Record<RunTone, Tone>> = {
  waits: 'cyan',
  runs: 'cyan',
  good: 'green',
  partly: 'yellow',
  bad: 'red',
  off: 'yellow',
  missed: 'red',
  unrun: 'dim',
};

/** A state as its icon and its word, so that it can be read without colour, and its tone. */
export function stateCell(status: RunStatus, misfiredReason?: string): { text: string; tone: Tone } {
  const { icon, word, tone } = RUN_STATES[stateOfRun(status, misfiredReason)];
  return { text: `${icon} ${word}`, tone: TONES[tone] };
}

/** Who or what has started a run. */
export const STARTERS = { MANUAL: 'person', SCHEDULED: 'schedule', WEBHOOK: 'webhook', PLAN: 'plan' } as const;

/** The statuses that `--status` asks for, and whether a run has one of the states that were meant: the API tells some of them apart only in a run. */
type StatusFilter<Status extends RunStatus> = {
  statuses: readonly Status[];
  fits(status: RunStatus, misfiredReason?: string): boolean;
};

/** The word of a state as one word of a command line. */
const typedWord = (state: RunState): string => RUN_STATES[state].word.toLowerCase().replaceAll(/[^a-z]+/g, '-');
const STATES = Object.keys(RUN_STATES) as RunState[];
/** The words with which several states are meant. */
const GROUPS: ReadonlySet<string> = new Set(['failed', 'stopped']);

/** States that a status of the API may also mean: for each state its further statuses. */
const ALSO: { readonly [State in RunState]?: readonly RunStatus[] } = {
  starting: ['dispatching'],
  stopping: ['executing'],
  missed: ['DEPLOY_FAILED', 'deploy_failed'],
};

/**
 * The option `--status` of a list whose operation takes these statuses. It takes the words of the vocabulary, and the statuses of the API; `failed` are
 * all runs that did not end well, `stopped` all that were stopped.
 */
export function statusOption<Status extends RunStatus>(text: string, among: readonly Status[]) {
  const statusesOf = (states: readonly RunState[]): Status[] =>
    among.filter((status) => states.includes(STATE_OF_STATUS[status]) || states.some((state) => ALSO[state]?.includes(status)));
  const known = STATES.filter((state) => state !== 'unrun' && state !== 'unknown' && statusesOf([state]).length > 0);
  const choices = known.map(typedWord);
  function parse(typed: string, before?: StatusFilter<Status>): StatusFilter<Status> {
    const word = typed.trim().toLowerCase();
    const exact = among.filter((status) => status.toLowerCase() === word);
    const group = GROUPS.has(word) ? known.filter((state) => RUN_STATES[state].group === word) : [];
    const states = group.length > 0 ? group : known.filter((state) => typedWord(state) === word || state.toLowerCase() === word);
    const statuses = exact.length > 0 ? exact : statusesOf(states);
    if (statuses.length === 0) throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}, and the statuses of the API.`);
    const fits: StatusFilter<Status>['fits'] = (status, reason) => exact.length > 0 || states.includes(stateOfRun(status, reason));
    return {
      statuses: [...new Set([...(before?.statuses ?? []), ...statuses])],
      fits: (status, reason) => fits(status, reason) || (before?.fits(status, reason) ?? false),
    };
  }
  return { text, choices, parse };
}

/** The most entries of a status that are read to find those in a state that the API does not tell apart from another one. */
const MOST_READ = 1000;

/** What a list needs to know about its entries: the status with the reason of a misfire, and the time by which they are sorted. */
type StatefulEntry<Item> = {
  stateOf(item: Item): readonly [status: RunStatus, misfiredReason?: string | undefined];
  timeOf(item: Item): string;
};

/** Reads the newest entries in the states that were asked for. `read` calls the operation, which takes one status at a time. */
export async function readInStates<Status extends RunStatus, Item>(
  { status: filter, limit }: { status?: StatusFilter<Status>; limit: number },
  { stateOf, timeOf }: StatefulEntry<Item>,
  read: (status: { status?: Status }, maximum: number) => Promise<ListPage<Item>>,
): Promise<ListPage<Item>> {
  if (filter === undefined) return read({}, limit);
  const isWanted = (item: Item): boolean => filter.fits(...stateOf(item));
  const pages = await Promise.all(
    filter.statuses.map(async (status) => {
      const page = await read({ status }, limit);
      if (page.items.every(isWanted)) return page;
      const items = (await read({ status }, Math.max(limit, MOST_READ))).items.filter(isWanted);
      return { ...page, items, total: items.length };
    }),
  );
  const items = pages
    .flatMap((page) => page.items)
    .toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)))
    .slice(0, limit);
  return { items, limit: items.length, offset: 0, total: pages.reduce((sum, { total }) => sum + total, 0) };
}
