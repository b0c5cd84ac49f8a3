/** The names of datasets that runs have read or written. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import './lineage.css';

type LineageNamesProps<Name> = {
  names: readonly Name[];
  /** Content beside a name. */
  beside?: (name: Name) => ReactNode;
};

/** The list of the names. A name is a link if the person may see the dataset. */
export const LineageNames = <Name extends Schema<'LineageName'>>({ names, beside }: LineageNamesProps<Name>): ReactNode => (
  <ul className="lineage-names">
    {names.map((entry) => (
      <li key={`${entry.namespace} ${entry.name}`} title={`${entry.namespace} ${entry.name}`}>
        {entry.datasetId === undefined ? (
          <bdi>{entry.name}</bdi>
        ) : (
          <Link to="/catalogue/datasets/$datasetId" params={{ datasetId: entry.datasetId }} dir="auto">
            {entry.label ?? entry.name}
          </Link>
        )}{' '}
        {beside?.(entry)}
      </li>
    ))}
  </ul>
);
