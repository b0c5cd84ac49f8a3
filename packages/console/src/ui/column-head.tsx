/** The head of a column: its name, which is a button if the list can be ordered by the column. */
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { classOfCell, type TableColumn } from './table-columns.ts';
import styles from './data-table.module.css';

type ColumnHeadProps = Pick<TableColumn<never>, 'header' | 'align' | 'isWide' | 'sort'>;

/** The head. */
export const ColumnHead = ({ header, align, isWide, sort }: ColumnHeadProps): ReactNode => (
  <th scope="col" className={classOfCell(align, isWide)} aria-sort={sort && (sort.direction ?? 'none')}>
    {sort ? (
      <button type="button" className={styles['sort']} onClick={sort.onSort}>
        {header}
        {sort.direction && <Icon name={sort.direction === 'ascending' ? 'previous' : 'next'} />}
      </button>
    ) : (
      header
    )}
  </th>
);
