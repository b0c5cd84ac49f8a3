/** The JSON of crawlers and of the tables that crawlers and scans have listed, and of the errors about them. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import type { Surface } from '../../../core/http/feature.ts';
import { catalogErrors } from '../../../surfaces/error-formats.ts';
import { LEVELS } from '../../sharing/sharing/index.ts';
import type { CrawlerRow } from './rows.ts';
import type { CrawledDatasetRow, ScannedTable, ScanRow } from './table-rows.ts';

const toStatusJson = (row: CrawlerRow): Schema<'CrawlerStatus'> => ({
  runStatus: row.state ?? 'NotStarted',
  ...presentFields({
    runStartedAt: row.started_at?.toISOString(),
    runBy: row.account_id,
    runFinishedAt: row.finished_at?.toISOString(),
    failure: row.failure,
  }),
  nbDatasetsToCrawl: row.to_crawl ?? 0,
  nbDatasetsFinished: row.finished ?? 0,
  nbDatasetsCreated: row.created ?? 0,
  nbDatasetsFailed: row.failed ?? 0,
  nbSamplesFailed: row.samples_failed ?? 0,
});

/** Converts a crawler. */
export const toCrawlerJson = (row: CrawlerRow): Schema<'Crawler'> => ({
  id: row.id,
  connectionId: row.connection_id,
  name: row.name,
  ...presentFields({ description: row.description }),
  sharings: row.sharings.map((sharing) => ({
    scimType: sharing.group_id === null ? ('USER' as const) : ('GROUP' as const),
    scimId: sharing.group_id ?? sharing.user_id ?? '',
    level: LEVELS.find(({ order }) => order === sharing.level)?.code ?? 'READER',
  })),
  status: toStatusJson(row),
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  crawledDatasets: row.selection,
  ...presentFields({
    updateAt: row.updated_at?.toISOString(),
    updatedBy: row.updated_by,
    deletedAt: row.deleted_at?.toISOString(),
    deletedBy: row.deleted_by,
    executionId: row.execution_id,
  }),
});

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

/**
 * The error format of crawlers, that of the catalogue with the object that the error is about:
 * `{timestamp, status, error, exception, message, path, cause}`; exception and cause are the stable code. A 404 also has `entityId` and `entityType`,
 * a conflict the id of its object under `<object>Id`.
 * @rule crawlers.errors.body
 */
export const entityErrors: Surface = (problem, requestId, refused) => {
  const { status, code, message, subject } = problem;
  const error = { ...catalogErrors(problem, requestId, refused), cause: code };
  if (subject === undefined) return error;
  const type = subject.noun.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  if (status === 404) return { ...error, entityId: subject.id, entityType: type, i18nMsg: message };
  return { ...error, [`${type.charAt(0).toLowerCase()}${type.slice(1)}Id`]: subject.id, i18nMsg: message };
};
