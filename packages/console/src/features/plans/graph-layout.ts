/** Where the steps of a plan and their error handlers stand in its graph. */

/** Sizes of the graph in pixels. plan.css has parts of them. */
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
/** The height of the row of buttons below a graph, in pixels: that of a button in plan.css with its border and margins. */
const BUTTONS_HEIGHT = 49;

/** The least height of a graph without its margins and buttons, and the greatest one of its frame, in pixels. */
const [MIN_HEIGHT, MAX_FRAME_HEIGHT] = [120, 560];

/** The height of the frame of a graph with these boxes, with its margins and its buttons. A higher graph is moved in its frame. */
export function graphHeight(boxes: readonly StepBoxes[]): number {
  const ends = boxes.flatMap(({ step, handler }) => [step, handler]).map((box) => (box ? box.y + box.height : 0));
  return Math.min(Math.max(...ends, MIN_HEIGHT) + 2 * MARGIN + BUTTONS_HEIGHT, MAX_FRAME_HEIGHT);
}

/** The position in the sequence to which a box was dragged: the number of boxes whose middle comes before its own. */
export function positionOf(dragged: Box, others: readonly Box[], direction: GraphDirection): number {
  const middle = (box: Box): number => (direction === 'right' ? box.x + box.width / 2 : box.y + box.height / 2);
  return others.filter((other) => middle(other) < middle(dragged)).length;
}

/** The index of the box that contains a point; -1 if none does. */
export const boxAt = (boxes: readonly (Box | undefined)[], { x, y }: { x: number; y: number }): number =>
  boxes.findIndex((box) => box !== undefined && x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height);
