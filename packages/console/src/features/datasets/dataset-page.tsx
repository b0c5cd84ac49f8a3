/** One dataset. */
import type { ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { DatasetLineage } from '../lineage/dataset-lineage.tsx';
import { SharingCard } from '../sharing/sharing-card.tsx';
import { CertificationMark } from './certification-mark.tsx';
import { DatasetActions } from './dataset-actions.tsx';
import { DatasetAttributes } from './dataset-attributes.tsx';
import { DatasetColumns } from './dataset-columns.tsx';
import { DatasetFacts } from './dataset-facts.tsx';
import { datasetPageMessages } from './dataset-messages.ts';
import { DatasetSample } from './dataset-sample.tsx';
import { TrustCard } from './trust-card.tsx';
import './dataset.css';
import '../../ui/columns.css';

const route = getRouteApi('/catalogue/datasets/$datasetId');

/** The page. */
export function DatasetPage(): ReactNode {
  const text = useText(datasetPageMessages);
  const { datasetId } = route.useParams();
  const { data: dataset, error } = useRead('GET /datasets/{datasetId}', { path: { datasetId } });
  if (!dataset) return <ErrorNote error={error} />;
  const { label, certification, draft, entitlements = [] } = dataset;
  const mayChange = entitlements.includes('DATASET_UPDATE');
  return (
    <>
      <PageHead
        title={label}
        aside={
          <>
            <CertificationMark certification={certification} />
            {draft && <StatusMark tone="waits">{text('draft')}</StatusMark>}
          </>
        }
      >
        <DatasetActions dataset={dataset} />
      </PageHead>
      <DatasetFacts dataset={dataset} />
      <DatasetColumns datasetId={datasetId} mayChange={mayChange} />
      {entitlements.includes('DATASET_FETCH_SAMPLE') && <DatasetSample datasetId={datasetId} />}
      <div className="columns">
        <TrustCard dataset={dataset} />
        <DatasetAttributes datasetId={datasetId} mayChange={mayChange} />
      </div>
      <DatasetLineage dataset={dataset} />
      <SharingCard entityType="dataset" entityId={datasetId} />
    </>
  );
}
