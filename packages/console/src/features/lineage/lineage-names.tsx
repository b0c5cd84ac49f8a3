/** Names of what runs have read and written. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import './lineage.css';

type LineageNamesProps<Name> = {
  names: readonly Name[];
  /** What stands beside a name. */
  beside?: (name: Name) => ReactNode;
};

/** The names; those of datasets that the person can reach lead to their pages. */
export const LineageNames = <Name extends Schema<'LineageName'>>({ names, beside }: LineageNamesProps<Name>): ReactNode => (
  <ul className="lineage-names">
    {names.map((one) => (
      <li key={`${one.namespace} ${one.name}`} title={`${one.namespace} ${one.name}`}>
        {one.datasetId === undefined ? (
          <bdi>{one.name}</bdi>
        ) : (
          <Link to="/catalogue/datasets/$datasetId" params={{ datasetId: one.datasetId }} dir="auto">
            {one.label ?? one.name}
          </Link>
        )}{' '}
        {beside?.(one)}
      </li>
    ))}
  </ul>
);
