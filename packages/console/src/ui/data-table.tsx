/** A table of any length: only visible rows are in the page. The arrow keys move from row to row; the link of a row opens it. */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useText } from '../text/language.tsx';
import type { TextOf } from '../text/texts.ts';
import type { Messages } from '../text/messages.ts';
import { ActionButton } from './action-button.tsx';
import { useListPlace } from './list-place.ts';
import { ErrorNote } from './page-parts.tsx';
import { SelectBox, SelectionBar, useSelectedRows, type RowSelection } from './row-selection.tsx';
import { ColumnHead } from './column-head.tsx';
import { cardPlaces, classOfCell, minimumWidths, widthClass, type TableColumn } from './table-columns.ts';
import { useIsNarrow } from './use-is-narrow.ts';
import styles from './data-table.module.css';

export type { RowFocus, TableColumn } from './table-columns.ts';

/** The rows of a table: those that were read, their state, and the functions that read more of them, or read them again. */
export type TableRows<Row> = {
  rows: readonly Row[];
  error?: Error | null;
  /** The rows are being read for the first time. */
  isPending?: boolean;
  /** More rows can be read. */
  hasMore?: boolean;
  /** What the rows are the result of: another one, such as that of other filters, begins at its top. */
  result?: string;
  /** Called when the last rows are nearly visible. */
  onEnd?: () => void;
  refetch?: () => unknown;
};

/** A column whose header is the message with its id, if it has no other header. */
export type TextColumn<Row, M extends Messages> =
  | TableColumn<Row>
  | (Omit<TableColumn<Row>, 'id' | 'header'> & { id: Parameters<TextOf<M>>[0]; header?: undefined });

/** The properties of a table. */
export type DataTableProps<Row, M extends Messages> = {
  /** The texts of the page. */
  text: TextOf<M>;
  /** The name of the table for screen readers. */
  label: string;
  list: TableRows<Row>;
  keyOf: (row: Row) => string;
  columns: readonly TextColumn<Row, M>[];
  /** A row whose tone is bad gets a bar and a tint. Its state is also a word. */
  toneOf?: (row: Row) => 'bad' | undefined;
  /** Makes rows selectable, for actions on several of them. */
  selection?: RowSelection<Row>;
  /** The content in place of an empty table. */
  empty: ReactNode;
};

/** The heights of a row, and of a row as a card, in pixels. */
const [ROW_HEIGHT, CARD_HEIGHT] = [32, 56];
/** The width below which rows are cards, in rem. */
const CARD_WIDTH = 36;
/** Rows that are drawn above and below the visible ones; when fewer than this follow, more are read. */
const ROWS_AHEAD = 12;
const HEAD_ROWS = 1;
const ROWS_WHILE_LOADING = 6;

/** The table, below the error with which its rows could not be read. */
export function DataTable<Row, M extends Messages>(props: DataTableProps<Row, M>): ReactNode {
  const { error, refetch } = props.list;
  return (
    <>
      <ErrorNote error={error} onRetry={refetch && (() => void refetch())} />
      <RowTable {...props} />
    </>
  );
}

function RowTable<Row, M extends Messages>(props: DataTableProps<Row, M>): ReactNode {
  const { text, label, list, keyOf, columns: given, toneOf, selection, empty } = props;
  const shared = useText();
  const { rows, error, hasMore = false, result, onEnd } = list;
  const isLoading = list.isPending === true && !error;
  const say = text as unknown as (key: string) => string;
  const columns = given.map((column) => ({ ...column, id: String(column.id), header: column.header ?? say(String(column.id)) }));
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const isCards = useIsNarrow(frame, CARD_WIDTH);
  const rowHeight = isCards ? CARD_HEIGHT : ROW_HEIGHT;
  const [active, setActive] = useState<{ index: number; key?: string }>({ index: 0 });
  const [isHeld, setHeld] = useState(false);
  const { selected, isAll, toggle, toggleAll, clear } = useSelectedRows(rows, keyOf, result);
  const { newer, scrollId } = useListPlace({ scroller, label, rows, keyOf, result, rowHeight, isHeld: isHeld || selected.size > 0 });
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: ROWS_AHEAD,
    scrollPaddingStart: isCards ? 0 : ROW_HEIGHT,
    getItemKey: (index) => keyOf(rows[index] as Row),
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const isNearEnd = hasMore && last >= rows.length - ROWS_AHEAD;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, rows.length, onEnd]);
  const current = placeOf(active, rows, keyOf);

  function moveTo(next: number): void {
    setActive({ index: next, key: keyOf(rows[next] as Row) });
    virtual.scrollToIndex(next);
    focusRow(scroller.current, next);
  }
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key === 'Escape' && selected.size > 0) return clear();
    if (!(event.target instanceof HTMLElement) || event.target.dataset['row'] === undefined || event.altKey) return;
    const page = Math.max(Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2, 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -rows.length,
      End: rows.length,
    };
    const step = steps[event.key];
    const isCommand = event.ctrlKey || event.metaKey;
    if (selection && event.key === ' ' && !isCommand) toggle(current, event.shiftKey);
    else if (selection && event.key === 'a' && isCommand) toggleAll();
    else if (step !== undefined && !isCommand) {
      const next = Math.min(Math.max(current + step, 0), rows.length - 1);
      if (selection && event.shiftKey) toggle(next, selected.size > 0, true);
      moveTo(next);
    } else return;
    event.preventDefault();
  }

  const [before, after] = [shown[0]?.start ?? 0, virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)];
  const places = cardPlaces(columns);
  /** In a card, the elements are no table for the browser: their roles say what they are. */
  const roleOf = (role: string): { role?: string } => (isCards ? { role } : {});
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys move the focus between the links of the rows
    <div
      className={isCards ? `${styles['table']} ${styles['cards']}` : styles['table']}
      data-table=""
      ref={frame}
      aria-busy={isLoading}
      onKeyDown={onKeyDown}
    >
      {newer > 0 && (
        <div className={styles['newer']}>
          <ActionButton onPress={() => scroller.current?.scrollTo({ top: 0 })}>{shared('newerRows', { count: newer })}</ActionButton>
        </div>
      )}
      <div className={styles['scroll']} data-table-part="scroll" data-scroll-restoration-id={scrollId} ref={scroller}>
        <table
          {...roleOf('table')}
          aria-label={label}
          aria-rowcount={hasMore ? -1 : rows.length + HEAD_ROWS}
          style={minimumWidths(columns)}
        >
          <colgroup>
            {selection && <col style={{ inlineSize: '2.5rem' }} />}
            {columns.map(({ id, width, isWide }) => (
              <col key={id} className={widthClass(isWide)} style={{ inlineSize: width }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={HEAD_ROWS}>
              {selection && (
                <td className={styles['select-cell']}>
                  <SelectBox
                    label={shared('selectAll', { count: rows.length })}
                    isSelected={isAll}
                    isPartly={selected.size > 0 && !isAll}
                    onToggle={toggleAll}
                  />
                </td>
              )}
              {columns.map((column) => (
                <ColumnHead key={column.id} {...column} />
              ))}
            </tr>
          </thead>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it follows the focus of the links */}
          <tbody
            {...roleOf('rowgroup')}
            onFocus={({ target }) => {
              const index = Number(target.dataset['row']);
              if (Number.isNaN(index) || rows[index] === undefined) return;
              setActive({ index, key: keyOf(rows[index]) });
              setHeld(target.matches(':focus-visible'));
            }}
            onBlur={() => setHeld(false)}
          >
            {isLoading && <LoadingRows columns={columns.length + Number(selection !== undefined)} height={rowHeight} />}
            {before > 0 && <Space height={before} />}
            {shown.map(({ index, key }) => {
              const row = rows[index] as Row;
              const isSelected = selection && selected.has(keyOf(row));
              const tabIndex = index === current ? 0 : -1;
              return (
                <tr
                  {...roleOf('row')}
                  key={key}
                  aria-rowindex={index + HEAD_ROWS + 1}
                  aria-selected={isSelected}
                  className={selection && styles['selectable']}
                  data-tone={toneOf?.(row)}
                  style={{ blockSize: rowHeight }}
                >
                  {selection && (
                    <td {...roleOf('cell')} className={styles['select-cell']} data-card="select">
                      <SelectBox
                        label={shared('selectRow', { name: selection.nameOf(row) })}
                        isSelected={isSelected === true}
                        tabIndex={tabIndex}
                        onToggle={(isRange) => toggle(index, isRange)}
                      />
                    </td>
                  )}
                  {columns.map(({ id, header, render, align, isWide }) => (
                    <td
                      {...roleOf('cell')}
                      key={id}
                      className={classOfCell(align, isCards ? undefined : isWide)}
                      data-card={places.get(id)}
                      data-label={header}
                    >
                      {render(row, { tabIndex, 'data-row': index })}
                    </td>
                  ))}
                </tr>
              );
            })}
            {after > 0 && <Space height={after} />}
          </tbody>
        </table>
        {rows.length === 0 && !isLoading && !error && empty}
      </div>
      <div className={selection ? `${styles['foot']} ${styles['selectable']}` : styles['foot']} data-table-part="foot">
        {selection && selected.size > 0 ? (
          <SelectionBar {...selection} rows={newestOf(selected, rows, keyOf)} onClear={clear} onDone={() => list.refetch?.()} />
        ) : (
          <p role="status">
            {isLoading ? shared('loading') : rows.length > 0 && shared(hasMore ? 'atLeast' : 'rows', { count: rows.length })}
          </p>
        )}
      </div>
    </div>
  );
}

/** The place of the row that the keys act on. It follows its row when others arrive. */
function placeOf<Row>({ index, key }: { index: number; key?: string }, rows: readonly Row[], keyOf: (row: Row) => string): number {
  const row = rows[index];
  if (key === undefined || (row !== undefined && keyOf(row) === key)) return Math.min(index, Math.max(rows.length - 1, 0));
  const place = rows.findIndex((one) => keyOf(one) === key);
  return place >= 0 ? place : Math.min(index, Math.max(rows.length - 1, 0));
}

/** The selected rows as they were read last. */
function newestOf<Row>(selected: ReadonlyMap<string, Row>, rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const read = new Map(rows.map((row) => [keyOf(row), row]));
  return [...selected].map(([key, row]) => read.get(key) ?? row);
}

/** An empty row in place of rows that are not in the page. */
const Space = ({ height }: { height: number }): ReactNode => <tr aria-hidden="true" style={{ blockSize: height }} />;

/** Rows without content, while the first ones are read. */
const LoadingRows = ({ columns, height }: { columns: number; height: number }): ReactNode =>
  Array.from({ length: ROWS_WHILE_LOADING }, (_, row) => (
    <tr key={row} aria-hidden="true" style={{ blockSize: height }}>
      {Array.from({ length: columns }, (_, column) => (
        <td key={column} data-card={column === 0 ? 'title' : undefined}>
          <span className={styles['placeholder']}>{'\u00A0'}</span>
        </td>
      ))}
    </tr>
  ));

/** Focuses a row, which may be in the page only after the next drawing. */
function focusRow(scroller: HTMLElement | null, index: number, tries = 3): void {
  const link = scroller?.querySelector<HTMLElement>(`[data-row="${index}"]`);
  if (link) link.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusRow(scroller, index, tries - 1));
}
