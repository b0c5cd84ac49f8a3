import type { ReactNode } from 'react';
import type { TableColumn } from './data-table.tsx';

type ShortTableProps<Row> = {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
};

/** The classes of a cell. A telephone does not show what is wide. */
const classOf = (align: 'end' | undefined, isWide: TableColumn<never>['isWide']): string => `${align ?? 'start'}${isWide ? ' wide' : ''}`;

/** A table with few rows, as a part of a page. Long texts wrap. A list of any length is a `DataTable`. */
export const ShortTable = <Row,>({ label, columns, rows, keyOf }: ShortTableProps<Row>): ReactNode => (
  <div className="short-table">
    <table aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ id, header, width, align, isWide }) => (
            <th key={id} scope="col" className={classOf(align, isWide)} style={{ inlineSize: width }}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row)}>
            {columns.map(({ id, render, align, isWide }) => (
              <td key={id} className={classOf(align, isWide)}>
                {render(row, { tabIndex: 0, 'data-row': index })}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
