/** The rules of datasets and of custom attributes. */
import { conflict, invalid } from '../../../core/base/problem.ts';

const MAX_COLUMNS = 10_000;

/**
 * Refuses two columns of one path.
 * @rule datasets.columns.once
 */
export function requirePathsOnce(columns: readonly { path: string }[]): void {
  const seen = new Set<string>();
  for (const { path } of columns) {
    if (seen.has(path)) throw invalid('column_twice', `The column '${path}' is in the body twice: send it once.`);
    seen.add(path);
  }
}

/**
 * A dataset has at most 10,000 columns.
 * @rule datasets.columns.room
 */
export function requireRoomForColumns(present: readonly { path: string }[], added: readonly { path: string }[]): void {
  const paths = new Set([...present, ...added].map(({ path }) => path));
  if (paths.size > MAX_COLUMNS)
    throw invalid('too_many_columns', `A dataset has at most ${MAX_COLUMNS} columns; with these it has ${paths.size}.`);
}

/** The parts of a definition that depend on its type. */
type AttributeParts = { type: 'text' | 'enum'; choices: readonly string[]; defaults: readonly string[] };

const repeatedIn = (values: readonly string[]): string | undefined => values.find((value, index) => values.indexOf(value) !== index);

/**
 * Returns the type and the values of a definition, or refuses it. An enum has values, and its defaults are among them. A text has no list of values; of
 * several defaults it keeps the first.
 * @rule datasets.attribute.type
 */
export function requireAttributeParts({ type, choices, defaults }: AttributeParts): AttributeParts {
  if (type === 'text') {
    if (choices.length > 0) throw invalid('attribute_values_refused', 'An attribute of the type text has no "values": leave them out.');
    return { type, choices, defaults: defaults.slice(0, 1) };
  }
  if (choices.length === 0) throw invalid('attribute_values_missing', 'An attribute of the type enum needs "values": send its list.');
  const repeated = repeatedIn(choices) ?? repeatedIn(defaults);
  if (repeated !== undefined) throw invalid('attribute_value_twice', `The value '${repeated}' is in the list twice: send it once.`);
  const unknown = defaults.find((one) => !choices.includes(one));
  if (unknown !== undefined) throw invalid('attribute_value_unknown', `The default '${unknown}' is not among the "values".`);
  return { type, choices, defaults };
}

/**
 * A text has one value. An enum has values of its list, each once. A mandatory attribute has at least one value that is not blank.
 * @rule datasets.attribute.value
 */
export function requireFittingValue(
  { type, choices, mandatory }: AttributeParts & { mandatory: boolean },
  values: readonly string[],
): void {
  if (mandatory && !values.some((value) => value.trim() !== ''))
    throw invalid('attribute_mandatory', 'The attribute is mandatory: send a value.');
  if (type === 'text' && values.length > 1)
    throw invalid('attribute_value_refused', 'An attribute of the type text has one value: send one.');
  const repeated = repeatedIn(values);
  if (repeated !== undefined) throw invalid('attribute_value_twice', `The value '${repeated}' is in the list twice: send it once.`);
  const unknown = type === 'enum' ? values.find((one) => !choices.includes(one)) : undefined;
  if (unknown !== undefined)
    throw invalid(
      'attribute_value_unknown',
      `The value '${unknown}' is not in the list of the attribute: ${choices.slice(0, 20).join(', ')}.`,
    );
}

/**
 * The value of a mandatory attribute can be reset only to a default.
 * @rule datasets.attribute.mandatory
 */
export function requireResettable({ mandatory, defaults }: { mandatory: boolean; defaults: readonly string[] }): void {
  if (mandatory && defaults.length === 0)
    throw invalid('attribute_mandatory', 'The attribute is mandatory and has no default: set another value in place of removing it.');
}

/**
 * A value that datasets have cannot be removed from the list of its attribute.
 * @rule datasets.attribute.in-use
 */
export function requireUsedChoicesKept(used: readonly string[]): void {
  if (used.length > 0)
    throw conflict('attribute_value_in_use', `Datasets have the values ${used.slice(0, 20).join(', ')}: give them other values first.`);
}

/** Builds a business id from a label; no other attribute of the tenant has it. */
export function businessIdOf(label: string, taken: ReadonlySet<string>): string {
  const plain = label
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .toLowerCase();
  const base = (/^[a-z]/.test(plain) ? plain : `attribute_${plain}`).slice(0, 80).replace(/_$/, '');
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(id)) return id;
  }
}
