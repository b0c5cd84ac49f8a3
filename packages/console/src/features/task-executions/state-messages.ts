/** The words for the states of runs: those of the contract. */
import { RUN_STATES, type RunState } from '@millrace/contract/run-states';
import { defineMessages } from '../../text/messages.ts';

const WORDS = Object.fromEntries(Object.entries(RUN_STATES).map(([state, { word }]) => [state, word])) as Record<RunState, string>;

/** The word of each state. */
export const stateMessages = defineMessages('state', WORDS);
