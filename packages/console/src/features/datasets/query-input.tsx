/** The field for a query of the catalogue, with the error of the server. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { positionInQuery } from '@millrace/contract/query-language';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { CompleteField } from '../../ui/complete-field.tsx';
import { datasetMessages } from './messages.ts';
import type { SentQuery } from './certified-query.ts';
import { queryCompletions } from './query-completions.ts';

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
  const known = { datasets, attributes: attributes?.data ?? [], nameOfType: (type: 'text') => text(`${type}Field`) };
  const found = error === null ? undefined : positionInQuery(error.message, sent.text ?? '');
  const place = found === undefined ? undefined : Math.min(found - sent.shift, query.length);
  const apply = (): void => onApply(typed.trim());
  return (
    <>
      <div className="query-row">
        <CompleteField
          label={text('query')}
          hint={text('queryHint')}
          empty={text('noCompletion')}
          value={typed}
          isInvalid={place !== undefined && typed === query}
          completionsAt={(value, caret) => queryCompletions(value, caret, known as Parameters<typeof queryCompletions>[2])}
          onChange={setTyped}
          onApply={apply}
          jump={jump}
        />
        <ActionButton onPress={apply}>{text('apply')}</ActionButton>
      </div>
      {place !== undefined && typed === query && (
        <div className="query-place" role="group" aria-label={text('position')}>
          <MarkedPlace query={query} place={place} />
          <ActionButton onPress={() => setJump({ to: place })}>
            {text('goToPosition', { position: Array.from(query.slice(0, place)).length + 1 })}
          </ActionButton>
        </div>
      )}
    </>
  );
}

/** The query, with the word at the error position marked; for an error at the end, a mark after the text. */
function MarkedPlace({ query, place }: { query: string; place: number }): ReactNode {
  const word = /^(?:[\w.]+|[^]?)/u.exec(query.slice(place))?.[0] ?? '';
  return (
    <code dir="ltr">
      {query.slice(0, place)}
      <mark className={word === '' ? 'query-end' : undefined}>{word === '' ? '\u00A0' : word}</mark>
      {query.slice(place + word.length)}
    </code>
  );
}
