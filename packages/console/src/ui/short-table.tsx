import type { ReactNode } from 'react';
import type { TableColumn } from './data-table.tsx';

type ShortTableProps<Row> = {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
};

/** A table with few rows, as a part of a page. Long texts wrap. A list of any length is a `DataTable`. */
export const ShortTable = <Row,>({ label, columns, rows, keyOf }: ShortTableProps<Row>): ReactNode => (
  <div className="short-table">
    <table aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ id, header, width, align }) => (
            <th key={id} scope="col" className={align} style={{ inlineSize: width }}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row)}>
            {columns.map(({ id, render, align }) => (
              <td key={id} className={align}>
                {render(row, { tabIndex: 0, 'data-row': index })}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
