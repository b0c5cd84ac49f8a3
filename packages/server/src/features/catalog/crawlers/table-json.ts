/** The JSON of the tables that crawlers and scans have listed. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/base/present-fields.ts';

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

/** Converts a scan. */
export const toScanJson = (
  connection: string,
  { scanned_at, tables }: { scanned_at: Date; tables: ScannedTable[] },
): Schema<'ConnectionScan'> => ({
  id: connection,
  lastScan: scanned_at.toISOString(),
  results: tables.map(({ technicalName, displayName, kind }) => ({ displayName, technicalName, metadata: { type: kind } })),
});
