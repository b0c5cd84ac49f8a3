/** The columns of a list that a person has chosen in this browser. */
import { useState, type ReactNode } from 'react';
import type { TextOf } from '../text/texts.ts';
import type { Messages } from '../text/messages.ts';
import { ColumnChoice } from '../ui/column-choice.tsx';
import type { TextColumn } from '../ui/data-table.tsx';
import { storedValue, storeText } from './browser-storage.ts';
import type { CsvValue } from './csv.ts';

/** A column that may be chosen: it is shown, or hidden, unless the person decides. Without `choice` it is always shown. */
export type ChoosableColumn<Row, M extends Messages> = TextColumn<Row, M> & {
  choice?: 'shown' | 'hidden';
  /** The value in a downloaded file. */
  csv?: (row: Row) => CsvValue;
};

const storageKey = (list: string): string => `millrace.columns.${list}`;

/** What a person has decided about the columns of a list, by their ids. Ids of columns that the list no longer has are ignored. */
export type ColumnDecisions = Readonly<Record<string, boolean>>;

/** The decisions, and what changes them: a saved view keeps them. */
export type ColumnView = { decisions: ColumnDecisions; decide: (decisions: ColumnDecisions) => void };

function readDecisions(list: string): ColumnDecisions {
  const stored = storedValue(storageKey(list)) ?? {};
  return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'));
}

/** The columns that are shown, the button that chooses them, and the decisions behind them. */
export function useChosenColumns<Row, M extends Messages>(
  list: string,
  text: TextOf<M>,
  columns: readonly ChoosableColumn<Row, M>[],
): { columns: readonly ChoosableColumn<Row, M>[]; columnChoice: ReactNode; columnView: ColumnView } {
  const say = text as unknown as (key: string) => string;
  const [decisions, setDecisions] = useState(() => readDecisions(list));
  function decide(next: ColumnDecisions): void {
    setDecisions(next);
    storeText(storageKey(list), JSON.stringify(next));
  }
  const isShown = ({ id, choice }: ChoosableColumn<Row, M>): boolean =>
    choice === undefined || (decisions[String(id)] ?? choice === 'shown');
  const choosable = columns.filter(({ choice }) => choice !== undefined);
  const shown = columns.filter(isShown);
  return {
    columns: shown,
    columnChoice: (
      <ColumnChoice
        options={choosable.map(({ id, header }) => ({ id: String(id), name: header ?? say(String(id)) }))}
        shown={shown.map(({ id }) => String(id))}
        onChange={(ids) => decide(Object.fromEntries(choosable.map(({ id }) => [String(id), ids.includes(String(id))])))}
      />
    ),
    columnView: { decisions, decide },
  };
}
