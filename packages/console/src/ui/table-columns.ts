/** The columns of a table: their widths, and where they stand when a row is a card. */
import type { CSSProperties, ReactNode } from 'react';
import styles from './data-table.module.css';

/** Properties that a cell passes to its link, so that Tab reaches only one row of the table. */
export type RowFocus = { tabIndex: number; 'data-row': number };

/** The order of a list by one of its columns. */
export type ColumnSort = {
  /** Undefined if the list is in the order of another column. */
  direction: 'ascending' | 'descending' | undefined;
  /** Orders the list by the column, or reverses its order. */
  onSort: () => void;
};

/** A column of a table. */
export type TableColumn<Row> = {
  id: string;
  header: string;
  /** Returns the content. The link that opens the row gets `focus`. */
  render: (row: Row, focus: RowFocus) => ReactNode;
  /** A CSS width; columns without one share the remaining width. */
  width?: string;
  align?: 'end';
  /** The column is hidden if the table is narrow; one of little use (`very`) sooner. */
  isWide?: boolean | 'very';
  /** Present if the server can order the list by the column. */
  sort?: ColumnSort;
  /**
   * Whether a card shows the column, in its second line. By default the first two do that a narrow table shows. What is `between` them has the rest of
   * the line, such as a reason, which is cut.
   */
  isInCard?: boolean | 'between';
};

/** A column, apart from its content. */
type ColumnLayout = Omit<TableColumn<never>, 'render'>;

/** The minimum widths of columns without a width: of the first one, which has the names, and of the others. */
const [MIN_NAME_WIDTH, MIN_WIDTH] = ['11rem', '5rem'];

const nameColumn = (columns: readonly ColumnLayout[]): ColumnLayout | undefined => columns.find(({ width }) => width === undefined);

/** The minimum widths of the table, with all columns and without those that a narrow table hides. A narrower table scrolls. */
export function minimumWidths(columns: readonly ColumnLayout[]): CSSProperties {
  const names = nameColumn(columns);
  const minimumOf = (column: ColumnLayout): string => column.width ?? (column === names ? MIN_NAME_WIDTH : MIN_WIDTH);
  const sumOf = (summed: readonly ColumnLayout[]): string => `calc(${summed.map(minimumOf).join(' + ')})`;
  return { '--min-width': sumOf(columns), '--min-width-narrow': sumOf(columns.filter(({ isWide }) => !isWide)) } as CSSProperties;
}

/** The classes of the cells of a column. */
export const classOfCell = (align: 'end' | undefined, isWide: TableColumn<never>['isWide']): string =>
  `${align ? styles['end'] : 'start'} ${widthClass(isWide)}`;

/** The class of what is hidden if the table is narrow. */
export const widthClass = (isWide: TableColumn<never>['isWide']): string => (isWide ? (isWide === 'very' ? 'wide very' : 'wide') : '');

/** Where a column stands in a card: the name on the first line, others on the second, or one beside what has no header, such as a button. */
type CardPlace = 'title' | 'name' | 'corner' | 'start' | 'between' | 'end';

/** The places of the columns that a card shows, by the ids of the columns. */
export function cardPlaces(columns: readonly ColumnLayout[]): ReadonlyMap<string, CardPlace> {
  const names = nameColumn(columns);
  const places = new Map<string, CardPlace>();
  const others = columns.filter((column) => column !== names);
  const corner = others.findLast(({ header }) => header === '');
  if (names) places.set(names.id, corner ? 'name' : 'title');
  if (corner) places.set(corner.id, 'corner');
  const between = others.find(({ isInCard }) => isInCard === 'between');
  if (between) places.set(between.id, 'between');
  const named = others.filter((column) => column.header !== '' && column.isInCard !== false && column !== between);
  const wanted = named.filter(({ isInCard }) => isInCard === true);
  const usual = named
    .filter(({ isInCard }) => isInCard !== true)
    .toSorted((one, other) => Number(one.isWide ?? false) - Number(other.isWide ?? false));
  const shown = new Set([...wanted, ...usual].slice(0, 2));
  // The second line is in the order of the columns.
  const [start, end] = named.filter((column) => shown.has(column));
  if (start) places.set(start.id, 'start');
  if (end && !corner) places.set(end.id, 'end');
  return places;
}
