/** The words for the states of runs: those of the contract, and the German ones. */
import { RUN_STATES, STATE_OF_STATUS, type RunState, type RunStatus } from '@millrace/contract/run-states';
import { defineMessages } from '../../text/messages.ts';

type WordRow = readonly [en: string, de: string];

const GERMAN: Readonly<Record<RunState, string>> = {
  waiting: 'Wartet',
  starting: 'Startet',
  running: 'Läuft',
  stopping: 'Wird gestoppt',
  succeeded: 'Gelungen',
  rejected: 'Gelungen, Zeilen abgewiesen',
  failed: 'Gescheitert',
  undeployed: 'Nicht bereitgestellt',
  timedOut: 'Zeit abgelaufen',
  missed: 'Nicht gestartet',
  stopped: 'Gestoppt',
  engineStopped: 'Mit der Engine gestoppt',
  unrun: 'Nicht gelaufen',
  unknown: 'Unbekannt',
};

const wordsOf = <Key extends string>(stateOf: Readonly<Record<Key, RunState>>): Record<Key, WordRow> =>
  Object.fromEntries(
    Object.entries<RunState>(stateOf).map(([key, state]) => [key, [RUN_STATES[state].word, GERMAN[state]]]),
  ) as unknown as Record<Key, WordRow>;

/** The word of each state. */
export const stateMessages = defineMessages(
  wordsOf(Object.fromEntries(Object.keys(RUN_STATES).map((state) => [state, state])) as Record<RunState, RunState>),
);

/** The word of each status of the API, as rows of messages. */
export const STATUS_ROWS: Readonly<Record<RunStatus, WordRow>> = wordsOf(STATE_OF_STATUS);
