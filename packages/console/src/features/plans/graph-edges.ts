/** The edges of the graph of a plan. */
import { MarkerType, type Edge } from '@xyflow/react';
import type { StepBoxes } from './graph-layout.ts';
import type { DraftStep, EntryPosition } from './plan-draft.ts';
import { stepKey, type RunStates } from './plan-status.tsx';

const ARROW = { type: MarkerType.ArrowClosed, width: 16, height: 16, color: 'var(--edge)' };

/** The edges from each step to the next one, and to its error handler. */
export function edgesOf(steps: readonly DraftStep[], boxes: readonly StepBoxes[], states: RunStates | undefined): Edge[] {
  return steps.flatMap((step, index): Edge[] => {
    const next = steps[index + 1];
    /** The class of the edge to a part: whether the run has reached it. */
    const classTo = (part: EntryPosition['part'], of: DraftStep): string =>
      (states?.get(stepKey(of.key, part))?.tone ?? 'unrun') === 'unrun' ? '' : 'reached';
    return [
      ...(next
        ? [
            {
              id: `next:${step.key}`,
              source: `tasks:${step.key}`,
              sourceHandle: 'next',
              target: `tasks:${next.key}`,
              className: classTo('tasks', next),
              markerEnd: ARROW,
            },
          ]
        : []),
      ...(boxes[index]?.handler
        ? [
            {
              id: `fail:${step.key}`,
              source: `tasks:${step.key}`,
              sourceHandle: 'fail',
              target: `handler:${step.key}`,
              className: `failure ${classTo('handler', step)}`,
              markerEnd: ARROW,
            },
          ]
        : []),
    ].map((edge) => ({ ...edge, type: 'smoothstep' }));
  });
}
