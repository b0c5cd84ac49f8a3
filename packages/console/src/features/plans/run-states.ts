/** The states of the steps, tasks and plans of a plan in one of its runs. */
import type { StatusTone } from '../../ui/status-mark.tsx';
import type { EntryPosition } from './plan-draft.ts';

/** A state: its mark, its name, and the id of the run that has it. */
export type NodeState = { tone: StatusTone; label: string; run?: { kind: 'TASK' | 'PLAN'; executionId: string } };

/** States by `stepKey` and `entryKey`; a step or entry without one has not started. */
export type RunStates = ReadonlyMap<string, NodeState>;

/** The key of the state of a step, or of its error handler. */
export const stepKey = (step: string, part: EntryPosition['part'] = 'tasks'): string => `${part} ${step}`;

/** The key of the state of a task or plan in a step. */
export const entryKey = ({ step, part, id }: EntryPosition): string => `${part} ${step} ${id}`;
