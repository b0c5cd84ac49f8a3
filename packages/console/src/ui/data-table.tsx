/** A table of any length: only visible rows are in the page. The arrow keys move from row to row; the link of a row opens it. */
import { useEffect, useRef, useState, type AnchorHTMLAttributes, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { createLink } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useText, type SomeMessages, type TextOf } from '../text/language.tsx';
import { ErrorNote } from './page-parts.tsx';

/** Properties that a cell passes to its link, so that Tab reaches only one row of the table. */
export type RowFocus = { tabIndex: number; 'data-row': number };

/** A column of a table. */
export type TableColumn<Row> = {
  id: string;
  header: string;
  /** Returns the content. The link that opens the row gets `focus`. */
  render: (row: Row, focus: RowFocus) => ReactNode;
  /** A CSS width; columns without one share the remaining width. */
  width?: string;
  align?: 'end';
  /** The column is hidden if the table is narrow. */
  isWide?: boolean;
};

/** The rows of a table: those that were read, their state, and the functions that read more of them, or read them again. */
export type TableRows<Row> = {
  rows: readonly Row[];
  error?: Error | null;
  /** The rows are being read for the first time. */
  isPending?: boolean;
  /** More rows can be read. */
  hasMore?: boolean;
  /** Called when the last rows are nearly visible. */
  onEnd?: () => void;
  refetch?: () => unknown;
};

/** A column whose header is the message with its id, if it has no other header. */
type TextColumn<Row, M extends SomeMessages> =
  | TableColumn<Row>
  | (Omit<TableColumn<Row>, 'id' | 'header'> & { id: Parameters<TextOf<M>>[0]; header?: undefined });

/** The properties of a table. */
export type DataTableProps<Row, M extends SomeMessages> = {
  /** The texts of the page. */
  text: TextOf<M>;
  /** The name of the table for screen readers. */
  label: string;
  list: TableRows<Row>;
  keyOf: (row: Row) => string;
  columns: readonly TextColumn<Row, M>[];
  /** The content in place of an empty table. */
  empty: ReactNode;
};

const ROW_HEIGHT = 36;
const ROWS_AHEAD = 12;
const HEAD_ROWS = 1;
/** The minimum widths of columns without a width: of the first one, which has the names, and of the others. */
const [MIN_NAME_WIDTH, MIN_WIDTH] = ['9rem', '5rem'];

/** The table, below the error with which its rows could not be read. */
export function DataTable<Row, M extends SomeMessages>(props: DataTableProps<Row, M>): ReactNode {
  const { error, refetch } = props.list;
  return (
    <>
      <ErrorNote error={error} onRetry={refetch && (() => void refetch())} />
      <RowTable {...props} />
    </>
  );
}

function RowTable<Row, M extends SomeMessages>({ text, label, list, keyOf, columns: given, empty }: DataTableProps<Row, M>): ReactNode {
  const shared = useText();
  const { rows, error, hasMore = false, onEnd } = list;
  const isLoading = list.isPending === true && !error;
  const say = text as unknown as (key: string) => string;
  const columns = given.map((column) => ({ ...column, id: String(column.id), header: column.header ?? say(String(column.id)) }));
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: ROWS_AHEAD,
    scrollPaddingStart: ROW_HEIGHT,
    getItemKey: (index) => keyOf(rows[index] as Row),
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const isNearEnd = hasMore && last >= rows.length - ROWS_AHEAD;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, rows.length, onEnd]);
  const current = Math.min(active, Math.max(rows.length - 1, 0));

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['row'] === undefined) return;
    const page = Math.max(Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2, 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -rows.length,
      End: rows.length,
    };
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = Math.min(Math.max(current + step, 0), rows.length - 1);
    setActive(next);
    virtual.scrollToIndex(next);
    focusRow(scroller.current, next);
  }

  const [before, after] = [shown[0]?.start ?? 0, virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)];
  return (
    <div className="table" aria-busy={isLoading}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys move the focus between the links of the rows */}
      <div className="table-scroll" ref={scroller} onKeyDown={onKeyDown}>
        <table aria-label={label} aria-rowcount={hasMore ? -1 : rows.length + HEAD_ROWS} style={minimumWidths(columns)}>
          <colgroup>
            {columns.map(({ id, width, isWide }) => (
              <col key={id} className={isWide ? 'wide' : undefined} style={{ inlineSize: width }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={HEAD_ROWS}>
              {columns.map(({ id, header, align, isWide }) => (
                <th key={id} scope="col" className={classOf(align, isWide)}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it follows the focus of the links */}
          <tbody onFocus={({ target }) => target.dataset['row'] !== undefined && setActive(Number(target.dataset['row']))}>
            {before > 0 && <Space height={before} />}
            {shown.map(({ index, key }) => {
              const row = rows[index] as Row;
              return (
                <tr key={key} aria-rowindex={index + HEAD_ROWS + 1} style={{ blockSize: ROW_HEIGHT }}>
                  {columns.map(({ id, render, align, isWide }) => (
                    <td key={id} className={classOf(align, isWide)}>
                      {render(row, { tabIndex: index === current ? 0 : -1, 'data-row': index })}
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
      <p className="table-foot" role="status">
        {isLoading ? shared('loading') : rows.length > 0 && shared(hasMore ? 'atLeast' : 'rows', { count: rows.length })}
      </p>
    </div>
  );
}

/** The link of a row. Names may be in any script, and longer than their column. */
export const NameLink = createLink(({ name, title = name, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { name: string }) => (
  <a {...rest} dir="auto" title={title}>
    {name}
  </a>
));

/** The minimum widths of the table, with all columns and without those that a narrow table hides. A narrower table scrolls. */
function minimumWidths<Row>(columns: readonly TableColumn<Row>[]): CSSProperties {
  const names = columns.find(({ width }) => width === undefined);
  const minimumOf = (column: TableColumn<Row>): string => column.width ?? (column === names ? MIN_NAME_WIDTH : MIN_WIDTH);
  const sumOf = (summed: readonly TableColumn<Row>[]): string => `calc(${summed.map(minimumOf).join(' + ')})`;
  return { '--min-width': sumOf(columns), '--min-width-narrow': sumOf(columns.filter(({ isWide }) => !isWide)) } as CSSProperties;
}

const classOf = (align: 'end' | undefined, isWide: boolean | undefined): string => `${align ?? 'start'}${isWide ? ' wide' : ''}`;

/** An empty row in place of rows that are not in the page. */
const Space = ({ height }: { height: number }): ReactNode => <tr aria-hidden="true" style={{ blockSize: height }} />;

/** Focuses a row, which may be in the page only after the next drawing. */
function focusRow(scroller: HTMLElement | null, index: number, tries = 3): void {
  const link = scroller?.querySelector<HTMLElement>(`[data-row="${index}"]`);
  if (link) link.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusRow(scroller, index, tries - 1));
}
