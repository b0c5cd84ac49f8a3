/** A plan while a person edits it: its steps in order, functions that change them and return a new list, and the positions of the steps in the graph. */
import type { BodyOf, Schema } from '@millrace/contract';

/** A task or plan by its id; without a name if the person may not see it. */
export type PlanEntry = { id: string; kind: 'TASK' | 'PLAN'; name?: string | undefined; isPaused?: boolean };

/** A step. `key` identifies it in the editor; `id` is that of the saved step. */
export type DraftStep = {
  key: string;
  id?: string;
  name: string;
  condition: Schema<'StepCondition'>;
  tasks: PlanEntry[];
  /** Tasks and plans that run when the step fails. */
  handler: PlanEntry[];
  note: string;
};

/** The position of an entry: its step, and the tasks or the error handler of the step. */
export type EntryPosition = { step: string; part: 'tasks' | 'handler'; id: string };

const CONDITIONS = {
  SUCCESS: 'ALL_SUCCEEDED',
  PARTIAL_SUCCESS: 'AT_LEAST_ONE_SUCCEEDED',
  PROCEED: 'ALWAYS_PROCEED_ON',
  FAIL: 'ALL_SUCCEEDED',
} as const;

const toEntry = ({ id, name, abstractPlanId, taskPauseDetails }: Schema<'PlanTask'>): PlanEntry => ({
  id,
  kind: abstractPlanId === undefined ? 'TASK' : 'PLAN',
  name,
  isPaused: taskPauseDetails?.pause === true,
});

/** The steps of a chart, in which each step holds the next one. */
export function stepsOfChart(chart: Schema<'PlanStep'> | undefined): DraftStep[] {
  const steps: DraftStep[] = [];
  for (let step = chart; step; step = step.nextStep) {
    const { id = '', name = '', status = 'SUCCESS', flows = [], stepOnException, note = '' } = step;
    steps.push({
      key: id,
      id,
      name,
      condition: CONDITIONS[status],
      tasks: flows.map(toEntry),
      handler: stepOnException?.flows?.map(toEntry) ?? [],
      note,
    });
  }
  return steps;
}

/** Converts the steps for a request. */
export const toStepRequests = (
  steps: readonly DraftStep[],
): NonNullable<BodyOf<'PUT /orchestration/executables/plans/{planId}'>['steps']> =>
  steps.map(({ id, name, condition, tasks, handler, note }) => ({
    ...(id !== undefined && { id }),
    name,
    condition,
    taskIds: tasks.map((task) => task.id),
    ...(handler.length > 0 && {
      handlerOnFailure: {
        taskIds: handler.filter(({ kind }) => kind === 'TASK').map((entry) => entry.id),
        planIds: handler.filter(({ kind }) => kind === 'PLAN').map((entry) => entry.id),
      },
    }),
    ...(note !== '' && { note }),
  }));

/** Adds an empty step at a position. */
export function withStep(steps: readonly DraftStep[], position: number, name: string): DraftStep[] {
  const key = `new-${Math.max(0, ...steps.map((step) => Number(/^new-(\d+)$/.exec(step.key)?.[1] ?? 0))) + 1}`;
  return steps.toSpliced(position, 0, { key, name, condition: 'ALL_SUCCEEDED', tasks: [], handler: [], note: '' });
}

/** Changes fields of a step. */
export const withChangedStep = (steps: readonly DraftStep[], key: string, changed: Partial<DraftStep>): DraftStep[] =>
  steps.map((step) => (step.key === key ? { ...step, ...changed } : step));

/** Removes a step with its tasks. */
export const withoutStep = (steps: readonly DraftStep[], key: string): DraftStep[] => steps.filter((step) => step.key !== key);

/** Moves a step to a position among all steps. */
export function withMovedStep(steps: readonly DraftStep[], key: string, position: number): DraftStep[] {
  const step = steps.find((candidate) => candidate.key === key);
  if (!step) return [...steps];
  const others = withoutStep(steps, key);
  return others.toSpliced(Math.min(Math.max(position, 0), others.length), 0, step);
}

/** Adds a task or plan to a step that does not contain it yet. Steps run tasks; only their error handlers run plans. */
export function withEntry(steps: readonly DraftStep[], { step, part }: Omit<EntryPosition, 'id'>, entry: PlanEntry): DraftStep[] {
  const target = steps.find(({ key }) => key === step);
  if (!target || (part === 'tasks' && entry.kind === 'PLAN') || target[part].some(({ id }) => id === entry.id)) return [...steps];
  return withChangedStep(steps, step, { [part]: [...target[part], entry] });
}

/** Removes a task or plan from a step. */
export function withoutEntry(steps: readonly DraftStep[], { step, part, id }: EntryPosition): DraftStep[] {
  const source = steps.find(({ key }) => key === step);
  return source ? withChangedStep(steps, step, { [part]: source[part].filter((entry) => entry.id !== id) }) : [...steps];
}

/** Moves a task or plan to another step, or between a step and its error handler. It stays where it is if the target does not accept it. */
export function withMovedEntry(steps: readonly DraftStep[], from: EntryPosition, to: Omit<EntryPosition, 'id'>): DraftStep[] {
  const entry = steps.find(({ key }) => key === from.step)?.[from.part].find(({ id }) => id === from.id);
  if (!entry || (from.step === to.step && from.part === to.part)) return [...steps];
  const added = withEntry(steps, to, entry);
  const isThere = added.find(({ key }) => key === to.step)?.[to.part].some((candidate) => candidate === entry);
  return isThere ? withoutEntry(added, from) : [...steps];
}

/** Sizes in pixels. */
export const SIZES = { stepWidth: 216, entryHeight: 34, headHeight: 46, gap: 56, padding: 8, handlerGap: 28 } as const;

/** The height of the link of a task or plan: its row less the space between rows. */
export const ENTRY_LINK_HEIGHT = SIZES.entryHeight - 4;
/** The smallest zoom at which a link is 24 pixels high, as WCAG 2.5.8 requires. */
export const SMALLEST_ZOOM = 24 / ENTRY_LINK_HEIGHT;

/** The width of a window, in pixels, below which the steps stand one below the other. */
const NARROW = 620;

/** Whether steps follow each other to the right or, on narrow screens, downwards. */
export type GraphDirection = 'right' | 'down';

/** The direction that fits a window of a width. */
export const graphDirection = (windowWidth: number): GraphDirection => (windowWidth < NARROW ? 'down' : 'right');

/** A rectangle. */
export type Box = { x: number; y: number; width: number; height: number };

/** The rectangles of a step and of its error handler. */
export type StepBoxes = { step: Box; handler: Box | undefined };

/** The height of a box with this number of entries; an empty box has room for one. */
const boxHeight = (entries: number, hasButton: boolean): number =>
  SIZES.headHeight + Math.max(entries + (hasButton ? 1 : 0), 1) * SIZES.entryHeight + SIZES.padding;

/** Positions the boxes of the steps in sequence, so each position follows from the one before. `hasButtons`: each box has a button below its entries. */
export function placeSteps(
  steps: readonly { tasks: readonly unknown[]; handler: readonly unknown[] }[],
  direction: GraphDirection,
  hasButtons: boolean,
): StepBoxes[] {
  const width = SIZES.stepWidth;
  const tallest = Math.max(0, ...steps.map(({ tasks }) => boxHeight(tasks.length, hasButtons)));
  let [x, y] = [0, 0];
  return steps.map(({ tasks, handler }) => {
    const height = boxHeight(tasks.length, hasButtons);
    const step = { x, y, width, height };
    const hasHandler = handler.length > 0;
    const below = (direction === 'right' ? tallest : height) + SIZES.handlerGap;
    const handlerBox = hasHandler
      ? { x: direction === 'right' ? x : x + SIZES.gap / 2, y: y + below, width, height: boxHeight(handler.length, hasButtons) }
      : undefined;
    if (direction === 'right') x += width + SIZES.gap;
    else y += (handlerBox ? below + handlerBox.height : height) + SIZES.gap;
    return { step, handler: handlerBox };
  });
}

/** Pixels between the graph and its frame. */
export const MARGIN = 12;
/** The height of the row of buttons below a graph, in pixels: plan.css has the same one. */
const BUTTONS_HEIGHT = 49;

/** The height of the frame of a graph with these boxes, with its margins and its buttons. */
export function graphHeight(boxes: readonly StepBoxes[]): number {
  const ends = boxes.flatMap(({ step, handler }) => [step, handler]).map((box) => (box ? box.y + box.height : 0));
  return Math.min(Math.max(...ends, 120) + 2 * MARGIN + BUTTONS_HEIGHT, 560);
}

/** The position in the sequence to which a box was dragged: the number of boxes whose middle comes before its own. */
export function positionOf(dragged: Box, others: readonly Box[], direction: GraphDirection): number {
  const middle = (box: Box): number => (direction === 'right' ? box.x + box.width / 2 : box.y + box.height / 2);
  return others.filter((other) => middle(other) < middle(dragged)).length;
}

/** The index of the box that contains a point. */
export const boxAt = (boxes: readonly (Box | undefined)[], { x, y }: { x: number; y: number }): number =>
  boxes.findIndex((box) => box !== undefined && x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height);
