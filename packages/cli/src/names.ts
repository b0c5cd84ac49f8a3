import { Failure } from './failure.ts';
import { editDistance } from '@millrace/contract/nearest';
import { oneLine } from './text.ts';

/** A choice, as it is searched and listed: its id, its names (the shortest first, the longest last), and the place in which it is, for display. */
export type NamedChoice = { id: string; names: readonly string[]; place?: string | undefined };

const MAX_SHOWN = 10;
/** The maximum number of choices that are read to suggest names after an unknown one. */
const MAX_CANDIDATES = 100;

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const WHOLE_ID = new RegExp(`^${ID}$`, 'i');
const ID_WITHIN = new RegExp(ID, 'i');

/** Whether a text is an id; any other text is a name. */
export const isId = (text: string): boolean => WHOLE_ID.test(text);

/** Returns the first id within a text, such as an address. */
export const firstIdIn = (text: string): string | undefined => ID_WITHIN.exec(text)?.[0];

/** Whether a text may be the beginning of an id, long enough not to match by chance. */
function isShortId(text: string): boolean {
  return /^[0-9a-f]{6,8}(-[0-9a-f-]*)?$/i.test(text) && !isId(text);
}

/**
 * Finds a choice by its id, a unique beginning of its id (six digits or more), or its name. Throws a `Failure` that lists choices if the text is
 * unknown or ambiguous.
 */
export function pickOne<T>(noun: string, text: string, choices: readonly T[], toNamedChoice: (choice: T) => NamedChoice): T {
  const matches = matchesOf(text, choices, toNamedChoice);
  const [only] = matches;
  if (only !== undefined && matches.length === 1) return only;
  const shown = JSON.stringify(oneLine(text));
  if (matches.length > 1) {
    const list = listNamedChoices(matches.map(toNamedChoice));
    const advice = matches.some((choice) => toNamedChoice(choice).names.includes(text))
      ? `${matches.length} ${plural(noun)} are called ${shown}. Say which, or give its id: ${list}.`
      : `The ids of ${matches.length} ${plural(noun)} begin with ${shown}. Give more of the id: ${list}.`;
    throw new Failure('usage', advice);
  }
  const known = choices.length
    ? `Known: ${listNamedChoices(nearestFirst(text, choices.map(toNamedChoice)))}.`
    : `There are no ${plural(noun)} that you can see.`;
  throw new Failure('notFound', `There is no ${noun} ${shown}. ${known}`);
}

/** A choice in a workspace, as far as the server names the workspace. */
type PlacedChoice = {
  id: string;
  name: string;
  workspace?: { id?: string; name?: string; environment?: { name?: string } } | undefined;
};

/** How choices in workspaces are searched. `list` lists those whose names begin with a text, or all, at most `maximum`. */
type PlacedSearch<T> = {
  list(name: string | undefined, maximum?: number): Promise<readonly T[]>;
  toPlacedChoice(choice: T): PlacedChoice;
  workspaceId: string | undefined;
};

/**
 * Finds a choice, or throws, like `pickOne`; of several with the name, the one in the given workspace. Asks the server for the name first, and reads all
 * choices only for the beginning of an id.
 */
export async function pickPlaced<T>(noun: string, text: string, { list, toPlacedChoice, workspaceId }: PlacedSearch<T>): Promise<T> {
  const named = (await list(text)).filter((choice) => toPlacedChoice(choice).name === text);
  const inWorkspace = workspaceId === undefined ? [] : named.filter((choice) => toPlacedChoice(choice).workspace?.id === workspaceId);
  // All of them are needed to check that the beginning of an id is unique.
  const maximum = isShortId(text) ? Infinity : MAX_CANDIDATES;
  const choices = inWorkspace.length > 0 ? inWorkspace : named.length > 0 ? named : await list(undefined, maximum);
  return pickOne(noun, text, choices, (choice) => {
    const { id, name, workspace } = toPlacedChoice(choice);
    return { id, names: [name], place: [workspace?.environment?.name, workspace?.name].filter(Boolean).join('/') };
  });
}

const plural = (noun: string): string => (/[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`);

/** Lists choices on one line. */
export function listNamedChoices(namedChoices: readonly NamedChoice[]): string {
  const shown = namedChoices
    .slice(0, MAX_SHOWN)
    .map(({ id, names, place }) => `${oneLine(names.at(-1) ?? '')} (${place ? `${oneLine(place)}, ` : ''}${id})`.trim());
  return shown.join(', ') + (namedChoices.length > shown.length ? ' and more' : '');
}

function matchesOf<T>(text: string, choices: readonly T[], toNamedChoice: (choice: T) => NamedChoice): readonly T[] {
  const tests: ((namedChoice: NamedChoice) => boolean)[] = [
    ({ id }) => id.toLowerCase() === text.toLowerCase(),
    ({ names }) => names[0] === text,
    ({ names }) => names.includes(text),
    ({ id }) => isShortId(text) && id.toLowerCase().startsWith(text.toLowerCase()),
  ];
  for (const test of tests) {
    const matches = choices.filter((choice) => test(toNamedChoice(choice)));
    if (matches.length > 0) return matches;
  }
  return [];
}

/** Sorts choices by the similarity of their names to a text; those that contain it come first. */
function nearestFirst(text: string, namedChoices: readonly NamedChoice[]): readonly NamedChoice[] {
  const part = text.toLowerCase();
  const distanceOf = ({ names }: NamedChoice): number =>
    Math.min(...names.map((name) => (name.toLowerCase().includes(part) ? 0 : editDistance(part, name.toLowerCase()))));
  return namedChoices
    .map((namedChoice) => ({ namedChoice, distance: distanceOf(namedChoice) }))
    .toSorted((first, second) => first.distance - second.distance)
    .map(({ namedChoice }) => namedChoice);
}
