/** How far the steps, tasks and plans of a plan are in one run of it. */
import type { StatusTone } from '../../ui/status-mark.tsx';
import type { EntryPlace } from './plan-draft.ts';

/** A state: its mark and its name, and the run that it is of. */
export type NodeState = { tone: StatusTone; label: string; run?: { kind: 'TASK' | 'PLAN'; executionId: string } };

/** States by `stepKey` and `entryKey`; what has none has not begun. */
export type RunStates = ReadonlyMap<string, NodeState>;

/** The key of the state of a step, or of its error handler. */
export const stepKey = (step: string, part: EntryPlace['part'] = 'tasks'): string => `${part} ${step}`;

/** The key of the state of a task or plan in a step. */
export const entryKey = ({ step, part, id }: EntryPlace): string => `${part} ${step} ${id}`;
