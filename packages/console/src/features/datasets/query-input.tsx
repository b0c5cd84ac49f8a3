/** The field for a query of the catalogue, with its completions and the error of the server. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { completeQuery, DATASET_QUERY_FIELDS, parseQuery, positionInQuery, type QueryFieldType } from '@millrace/contract/query-language';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { CompleteField, type TextCompletion } from '../../ui/complete-field.tsx';
import type { DatasetFilters } from './dataset-filters.ts';
import { datasetMessages } from './messages.ts';
import styles from './dataset.module.css';

/** The query for the server; `shift` is the position at which the typed query begins in it, in characters. */
type SentQuery = { text: string | undefined; shift: number };

/**
 * Combines the query that a person types with the filter by certification, because the API has one query for both. The condition stands behind the typed
 * query, so that the error positions of the server fit the typed query. Only `or` needs parentheses.
 */
export function queryWithCertification({ query, certification }: Pick<DatasetFilters, 'query' | 'certification'>): SentQuery {
  if (certification === undefined) return { text: query, shift: 0 };
  const condition = `certification = '${certification}'`;
  if (query === undefined || query.trim() === '') return { text: condition, shift: 0 };
  try {
    return parseQuery(query).kind === 'or'
      ? { text: `(${query}) and ${condition}`, shift: 1 }
      : { text: `${query} and ${condition}`, shift: 0 };
  } catch {
    // The server refuses the invalid query and reports the error.
    return { text: query, shift: 0 };
  }
}

type QueryInputProps = {
  /** The query of the list. */
  query: string;
  datasets: readonly Schema<'Dataset'>[];
  /** The error with which the server refused the list. */
  error: Error | null;
  /** The query with which the list was read. */
  sent: SentQuery;
  onApply: (query: string) => void;
};

const MAX_ATTRIBUTES = 100;

/** The field. A query is sent only when the person applies it, because the server refuses an incomplete query. */
export function QueryInput({ query, datasets, error, sent, onApply }: QueryInputProps): ReactNode {
  const text = useText(datasetMessages);
  const [typed, setTyped] = useState(query);
  const [applied, setApplied] = useState(query);
  const [jump, setJump] = useState<{ to: number }>();
  const { data: attributes } = useRead('GET /datasets/attributes', { query: { limit: MAX_ATTRIBUTES } });
  // A link or the back button of the browser may change the query in the URL.
  if (applied !== query) {
    setApplied(query);
    setTyped(query);
  }
  const sources: CompletionSources = { datasets, attributes: attributes?.data ?? [], nameOfType: (type) => text(`${type}Field`) };
  const foundPosition = error === null ? undefined : positionInQuery(error.message, sent.text ?? '');
  const position = foundPosition === undefined ? undefined : Math.min(foundPosition - sent.shift, query.length);
  const apply = (): void => onApply(typed.trim());
  return (
    <>
      <div className={styles['queryRow']}>
        <CompleteField
          label={text('query')}
          hint={text('queryHint')}
          empty={text('noCompletion')}
          value={typed}
          isInvalid={position !== undefined && typed === query}
          completionsAt={(value, caret) => queryCompletions(value, caret, sources)}
          onChange={setTyped}
          onApply={apply}
          jump={jump}
        />
        <ActionButton onPress={apply}>{text('apply')}</ActionButton>
      </div>
      {position !== undefined && typed === query && (
        <div className={styles['queryPosition']} role="group" aria-label={text('position')}>
          <MarkedQuery query={query} position={position} />
          <ActionButton onPress={() => setJump({ to: position })}>
            {text('goToPosition', { position: Array.from(query.slice(0, position)).length + 1 })}
          </ActionButton>
        </div>
      )}
    </>
  );
}

/** The query, with the word at the error position marked; for an error at the end, a mark after the text. */
function MarkedQuery({ query, position }: { query: string; position: number }): ReactNode {
  const word = /^(?:[\w.]+|[^]?)/u.exec(query.slice(position))?.[0] ?? '';
  return (
    <code dir="ltr">
      {query.slice(0, position)}
      <mark data-end={word === '' || undefined}>{word === '' ? '\u00A0' : word}</mark>
      {query.slice(position + word.length)}
    </code>
  );
}

/** The sources of completions besides the grammar. */
type CompletionSources = {
  datasets: readonly Schema<'Dataset'>[];
  attributes: readonly Schema<'AttributeDefinition'>[];
  nameOfType: (type: QueryFieldType) => string;
};

type Candidate = { name: string; hint?: string | undefined; inserted: string };

const MAX_SHOWN = 60;
const MAX_VALUES = 20;
/** After these characters, a completion adds no space. */
const ENDS_WITHOUT_SPACE = /[([\],]$/;

/** Finds the completions at a position of a query: keywords of the grammar, fields of the contract, and values of the datasets of the displayed list. */
function queryCompletions(text: string, caret: number, sources: CompletionSources): TextCompletion[] {
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
