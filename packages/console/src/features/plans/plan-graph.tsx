/** The graph of a plan, which a person can also edit by mouse or keyboard. Its code is large, so pages load it lazily. */
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { applyNodeChanges, Controls, ReactFlow, ReactFlowProvider, type ReactFlowInstance } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import { edgesOf } from './graph-edges.ts';
import {
  boxAt,
  ENTRY_LINK_HEIGHT,
  graphDirection,
  graphHeight,
  MARGIN,
  placeSteps,
  positionOf,
  SIZES,
  SMALLEST_ZOOM,
  type Box,
  type GraphDirection,
  type StepBoxes,
} from './graph-layout.ts';
import { NODE_TYPES, type GraphNode } from './graph-nodes.tsx';
import { planMessages } from './messages.ts';
import { withMovedEntry, withMovedStep, withoutEntry, withoutStep, type DraftStep, type EntryPosition } from './plan-draft.ts';
import { entryKey, stepKey, type RunStates } from './plan-status.tsx';
import './plan.css';

/** The selected part of the plan: a step, or with an id one of its tasks and plans. */
export type Selection = Omit<EntryPosition, 'id'> & { id?: string | undefined };

/** What the graph and the panel beside it call when a person edits the plan. */
export type GraphEditing = {
  onChange: (steps: DraftStep[]) => void;
  /** Asks for a task or plan to add to a step or its error handler. */
  onAdd: (to: Omit<EntryPosition, 'id'>) => void;
  /** Selects a part; by a key, its panel gets the focus. */
  onSelect: (selection: Selection, isByKey?: boolean) => void;
};

type PlanGraphProps = {
  steps: readonly DraftStep[];
  states?: RunStates | undefined;
  editing?: GraphEditing | undefined;
  selected?: Selection | undefined;
};

const PARTS = ['tasks', 'handler'] as const;
/** How far a person can zoom out and in. */
const ZOOM = { minZoom: 0.2, maxZoom: 1.5 } as const;
/** How a graph is fitted into its frame. */
const FIT = { maxZoom: 1, padding: `${MARGIN}px` } as const;

/** The graph. */
export function PlanGraph({ steps, states, editing, selected }: PlanGraphProps): ReactNode {
  const text = useText(planMessages);
  const [direction] = useState(() => graphDirection(window.innerWidth));
  const boxes = useMemo(() => placeSteps(steps, direction, editing !== undefined), [steps, direction, editing]);
  const computedNodes = useMemo(
    () => nodesOf(steps, boxes, direction, states, editing, selected, text),
    [steps, boxes, direction, states, editing, selected, text],
  );
  const [nodes, setNodes] = useState(computedNodes);
  const [lastComputedNodes, setLastComputedNodes] = useState(computedNodes);
  if (lastComputedNodes !== computedNodes) {
    setLastComputedNodes(computedNodes);
    setNodes(computedNodes);
  }
  const frame = useRef<HTMLDivElement>(null);
  const focused = useRef<string>(undefined);
  useEffect(() => {
    // A moved task becomes a new node, so it needs the focus again.
    if (focused.current !== undefined) focusNode(frame.current, focused.current);
    focused.current = undefined;
  });

  function change(next: DraftStep[]): void {
    editing?.onChange(next);
    // If the steps stay as they are, the dragged node returns to its place.
    setNodes(computedNodes);
  }

  function onDragStop(node: GraphNode): void {
    const { step, part, id } = node.data.planPosition;
    const index = steps.findIndex(({ key }) => key === step);
    const parent = part === 'tasks' ? boxes[index]?.step : boxes[index]?.handler;
    if (id === undefined) {
      const others = boxes.filter((_, other) => other !== index).map((box) => box.step);
      change(
        withMovedStep(steps, step, positionOf({ ...node.position, width: SIZES.stepWidth, height: node.height ?? 0 }, others, direction)),
      );
      return;
    }
    const middle = {
      x: (parent?.x ?? 0) + node.position.x + SIZES.stepWidth / 2,
      y: (parent?.y ?? 0) + node.position.y + SIZES.entryHeight / 2,
    };
    for (const target of PARTS) {
      const found =
        steps[
          boxAt(
            boxes.map((box) => (target === 'tasks' ? box.step : box.handler)),
            middle,
          )
        ];
      if (found) {
        change(withMovedEntry(steps, { step, part, id }, { step: found.key, part: target }));
        editing?.onSelect({ step: found.key, part: 'tasks' });
        return;
      }
    }
    setNodes(computedNodes);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const node = nodes.find(({ id }) => event.target instanceof HTMLElement && event.target.dataset['id'] === id);
    if (!node || !editing) return;
    const next = actOnKey(event, node, steps, editing);
    if (!next) return;
    event.preventDefault();
    focused.current = next.focus;
    if (next.steps) editing.onChange(next.steps);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys act on the node that has the focus
    <div ref={frame} className="plan-graph" style={{ blockSize: graphHeight(boxes) }} onKeyDown={onKeyDown}>
      <ReactFlowProvider>
        <ReactFlow<GraphNode>
          aria-label={text('graphLabel')}
          nodes={nodes}
          edges={edgesOf(steps, boxes, states)}
          nodeTypes={NODE_TYPES}
          onNodesChange={(changes) => setNodes((current) => applyNodeChanges(changes, current))}
          onNodeDragStop={(_, node) => onDragStop(node)}
          onNodeClick={(_, node) => editing?.onSelect(node.data.planPosition)}
          nodesDraggable={editing !== undefined}
          nodesFocusable={editing !== undefined}
          elementsSelectable={editing !== undefined}
          nodesConnectable={false}
          edgesFocusable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          zoomOnScroll={false}
          zoomOnDoubleClick={false}
          preventScrolling={false}
          onInit={(flow) => void showBeginning(flow)}
          {...ZOOM}
          ariaLabelConfig={{
            'controls.ariaLabel': text('graph'),
            'controls.zoomIn.ariaLabel': text('zoomIn'),
            'controls.zoomOut.ariaLabel': text('zoomOut'),
            'controls.fitView.ariaLabel': text('fit'),
          }}
        />
        {/* Below the graph, where the buttons cover no step. */}
        <Controls showInteractive={false} orientation="horizontal" fitViewOptions={FIT} />
      </ReactFlowProvider>
    </div>
  );
}

/** Fits the graph into its frame. A graph that is too large for that begins at its first step, so that its links stay large enough to hit. */
async function showBeginning(flow: ReactFlowInstance<GraphNode>): Promise<void> {
  await flow.fitView({ ...FIT, minZoom: SMALLEST_ZOOM });
  const { x, y, zoom } = flow.getViewport();
  if (x < MARGIN || y < MARGIN) await flow.setViewport({ x: Math.max(x, MARGIN), y: Math.max(y, MARGIN), zoom });
}

/** Focuses a node, which may be in the page only after the next drawing. */
function focusNode(frame: HTMLElement | null, id: string, tries = 10): void {
  const node = frame?.querySelector<HTMLElement>(`[data-id="${id}"]`);
  if (node) node.focus();
  else if (tries > 0) requestAnimationFrame(() => focusNode(frame, id, tries - 1));
}

type Text = TextOf<typeof planMessages>;

/** The nodes: a box for each step and each error handler, with a node in it for each of its tasks and plans. */
function nodesOf(
  steps: readonly DraftStep[],
  boxes: readonly StepBoxes[],
  direction: GraphDirection,
  states: RunStates | undefined,
  editing: GraphEditing | undefined,
  selected: Selection | undefined,
  text: Text,
): GraphNode[] {
  const isSelected = (part: Selection): boolean => part.step === selected?.step && part.part === selected.part && part.id === selected.id;
  return steps.flatMap((step, index) =>
    PARTS.flatMap((part): GraphNode[] => {
      const box: Box | undefined = part === 'tasks' ? boxes[index]?.step : boxes[index]?.handler;
      if (!box) return [];
      const parentId = `${part}:${step.key}`;
      const isStep = part === 'tasks';
      const name = isStep ? text('stepNumber', { number: index + 1, name: step.name }) : text('handler');
      const parent: GraphNode = {
        id: parentId,
        type: 'box',
        position: { x: box.x, y: box.y },
        width: box.width,
        height: box.height,
        draggable: isStep && editing !== undefined,
        focusable: isStep && editing !== undefined,
        ariaLabel: isStep ? name : text('failureOf', { name: step.name }),
        data: {
          planPosition: { step: step.key, part },
          title: name,
          hint: isStep ? text(step.condition) : '',
          direction,
          state: states?.get(stepKey(step.key, part)),
          isSelected: isSelected({ step: step.key, part }),
          onAdd: editing && (() => editing.onAdd({ step: step.key, part })),
          addText: editing ? text(isStep ? 'addTask' : 'addHandler') : '',
        },
      };
      const entries = step[part].map((entry, row): GraphNode => {
        const planPosition = { step: step.key, part, id: entry.id };
        return {
          id: `${part}:${step.key}:${entry.id}`,
          type: 'entry',
          parentId,
          position: { x: SIZES.padding, y: SIZES.headHeight + row * SIZES.entryHeight },
          width: box.width - 2 * SIZES.padding,
          height: ENTRY_LINK_HEIGHT,
          draggable: editing !== undefined,
          focusable: editing !== undefined,
          ariaLabel: entry.name ?? text('hidden'),
          data: {
            planPosition,
            title: entry.name ?? text('hidden'),
            entry,
            isEditing: editing !== undefined,
            isSelected: isSelected(planPosition),
            state: states?.get(entryKey(planPosition)),
          },
        };
      });
      return [parent, ...entries];
    }),
  );
}

/**
 * Acts on a key at the focused node: opens its part, or asks what to add to it. Returns the steps that a key changes, and the node that gets the focus;
 * undefined for a key that does nothing.
 */
function actOnKey(
  event: KeyboardEvent,
  { data: { planPosition } }: GraphNode,
  steps: readonly DraftStep[],
  editing: GraphEditing,
): { steps?: DraftStep[]; focus?: string } | undefined {
  const { step, part, id } = planPosition;
  const index = steps.findIndex(({ key }) => key === step);
  const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (event.key === 'Enter' || event.key === ' ') {
    editing.onSelect(planPosition, true);
    return {};
  }
  if (event.key === 'Insert') {
    editing.onAdd({ step, part });
    return {};
  }
  if (event.key === 'Delete') {
    const neighbour = steps[index + 1] ?? steps[index - 1];
    if (id !== undefined) return { steps: withoutEntry(steps, { step, part, id }), focus: `tasks:${step}` };
    return { steps: withoutStep(steps, step), ...(neighbour && { focus: `tasks:${neighbour.key}` }) };
  }
  if (!event.altKey) return undefined;
  if (id === undefined) return move === undefined ? undefined : { steps: withMovedStep(steps, step, index + move), focus: `tasks:${step}` };
  const target = steps[index + (move ?? 0)];
  const to = move === undefined ? (event.key === 'ArrowDown' ? 'handler' : event.key === 'ArrowUp' ? 'tasks' : undefined) : part;
  if (!target || to === undefined) return {};
  const moved = withMovedEntry(steps, { step, part, id }, { step: target.key, part: to });
  const isThere = moved.find(({ key }) => key === target.key)?.[to].some((entry) => entry.id === id);
  return { steps: moved, focus: isThere ? `${to}:${target.key}:${id}` : `${part}:${step}:${id}` };
}
