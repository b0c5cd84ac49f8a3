/** Completions for a query. Keywords come from the grammar, fields from the contract, values from the datasets of the displayed list. */
import type { Schema } from '@millrace/contract';
import { completeQuery, DATASET_QUERY_FIELDS, type QueryFieldType } from '@millrace/contract/query-language';
import type { TextCompletion } from '../../ui/complete-field.tsx';

/** The sources of completions besides the grammar. */
export type CompletionSources = {
  datasets: readonly Schema<'Dataset'>[];
  attributes: readonly Schema<'AttributeDefinition'>[];
  nameOfType: (type: QueryFieldType) => string;
};

type Candidate = { name: string; hint?: string | undefined; inserted: string };

const MAX_SHOWN = 60;
const MAX_VALUES = 20;
/** After these characters, a completion adds no space. */
const ENDS_WITHOUT_SPACE = /[([\],]$/;

/** Finds the completions at a position of a text. */
export function queryCompletions(text: string, caret: number, sources: CompletionSources): TextCompletion[] {
  const point = completeQuery(text.slice(0, caret));
  if (!point) return [];
  const { from, typed, words, kinds, field } = point;
  const isBoolean = typeOf(field) === 'boolean';
  const candidates: Candidate[] = [
    ...(kinds.includes('field') ? fieldsOf(sources) : []),
    ...(kinds.includes('text') ? valuesOf(field, sources).map((value) => ({ name: value, inserted: quoted(value) })) : []),
    ...words.filter((word) => isBoolean || (word !== 'true' && word !== 'false')).map((word) => ({ name: word, inserted: word })),
  ];
  const wanted = typed.replace(/^'/, '').toLowerCase();
  return candidates
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .toSorted((a, b) => rank(a, wanted) - rank(b, wanted))
    .slice(0, MAX_SHOWN)
    .map(({ name, hint, inserted }) => {
      const added = ENDS_WITHOUT_SPACE.test(inserted) ? inserted : `${inserted} `;
      return { id: inserted, name, hint, text: text.slice(0, from) + added + text.slice(caret).trimStart(), caret: from + added.length };
    });
}

const rank = ({ name }: Candidate, wanted: string): number => (name.toLowerCase().startsWith(wanted) ? 0 : 1);

const quoted = (value: string): string => `'${value.replaceAll("'", String.raw`\'`)}'`;

const typeOf = (field: string | undefined): QueryFieldType | undefined =>
  field !== undefined && field in DATASET_QUERY_FIELDS ? DATASET_QUERY_FIELDS[field as keyof typeof DATASET_QUERY_FIELDS] : undefined;

const fieldsOf = ({ attributes, nameOfType }: CompletionSources): Candidate[] => [
  ...Object.entries(DATASET_QUERY_FIELDS).map(([name, type]) => ({ name, hint: nameOfType(type), inserted: name })),
  ...attributes.flatMap(({ businessId, label }) =>
    businessId === undefined ? [] : [{ name: `attributes.${businessId}`, hint: label, inserted: `attributes.${businessId}` }],
  ),
];

/** The values of a field in the displayed datasets, or the values that an attribute allows. */
function valuesOf(field: string | undefined, { datasets, attributes }: CompletionSources): string[] {
  if (field === undefined) return [];
  const attribute = attributes.find(({ businessId }) => `attributes.${businessId}` === field);
  const found = attribute ? (attribute.values ?? []) : datasets.flatMap((dataset) => textsAt(dataset, field.split('.')));
  return [...new Set(found)].toSorted((a, b) => a.localeCompare(b)).slice(0, MAX_VALUES);
}

function textsAt(value: unknown, [name, ...rest]: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsAt(item, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return typeof value === 'string' && value !== '' ? [value] : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [];
  return textsAt((value as Record<string, unknown>)[name], rest);
}
