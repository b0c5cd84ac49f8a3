/** The JSON of the tables that crawlers and scans have listed. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/base/present-fields.ts';
import type { CrawlState } from './states.ts';

/** A table that a crawler has listed. */
export type CrawledDatasetRow = {
  id: string;
  crawler_id: string;
  dataset_id: string | null;
  technical_name: string;
  display_name: string;
  kind: 'TABLE' | 'VIEW' | 'FILE';
  export_status: Schema<'CrawledDataset'>['exportStatus'];
  failure: string | null;
  updated_at: Date;
};

/** Converts a table that a crawler has listed. */
export const toCrawledDatasetJson = (row: CrawledDatasetRow): Schema<'CrawledDataset'> => ({
  id: row.id,
  crawlerId: row.crawler_id,
  ...presentFields({ datasetId: row.dataset_id, failure: row.failure }),
  displayName: row.display_name,
  technicalName: row.technical_name,
  metadata: { type: row.kind },
  exportStatus: row.export_status,
  lastUpdate: row.updated_at.toISOString(),
});

/** A table as a scan stores it. */
export type ScannedTable = { technicalName: string; displayName: string; kind: 'TABLE' | 'VIEW' | 'FILE' };

/** A connection with its last complete scan and its last run of a scan; the columns of one that it does not have are null. */
export type ScanRow = {
  scanned_at: Date | null;
  tables: ScannedTable[] | null;
  execution_id: string | null;
  state: CrawlState | null;
  started_at: Date | null;
  finished_at: Date | null;
  failure: string | null;
};

/** Converts the last complete scan of a connection. The last run may be a later one, under way or failed. */
export const toScanJson = (
  connection: string,
  { scanned_at, tables }: { scanned_at: Date; tables: ScannedTable[] },
  { execution_id: executionId, state: runStatus, ...run }: ScanRow,
): Schema<'ConnectionScan'> => ({
  id: connection,
  lastScan: scanned_at.toISOString(),
  results: tables.map(({ technicalName, displayName, kind }) => ({ displayName, technicalName, metadata: { type: kind } })),
  ...(runStatus !== null && {
    lastRun: {
      runStatus,
      ...presentFields({
        executionId,
        runStartedAt: run.started_at?.toISOString(),
        runFinishedAt: run.finished_at?.toISOString(),
        failure: run.failure,
      }),
    },
  }),
});
