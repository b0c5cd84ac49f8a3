/** The JSON of crawlers, and of the errors about them. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/base/present-fields.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Surface } from '../../../core/http/feature.ts';
import { catalogErrors } from '../../../core/http/surfaces/catalog.ts';
import { LEVELS } from '../../sharing/sharing/index.ts';
import type { CrawlState } from './states.ts';

/** A crawler with its last run; the columns of the run are null before the first one. */
export type CrawlerRow = {
  id: string;
  level: number;
  connection_id: string;
  name: string;
  description: string | null;
  selection: string[];
  sharings: { user_id: string | null; group_id: string | null; level: number }[];
  created_at: Date;
  created_by: string;
  updated_at: Date | null;
  updated_by: string | null;
  deleted_at: Date | null;
  deleted_by: string | null;
  execution_id: string | null;
  state: CrawlState | null;
  account_id: string | null;
  started_at: Date | null;
  finished_at: Date | null;
  failure: string | null;
  to_crawl: number | null;
  finished: number | null;
  created: number | null;
  failed: number | null;
  samples_failed: number | null;
};

/** The columns of `CrawlerRow` of a crawler `k` with its run `r`. */
export const crawlerColumns: Sql = sql`
  k.id, access.level, k.connection_id, k.name, k.description, k.selection, k.created_at, k.created_by, k.updated_at, k.updated_by, k.deleted_at,
  k.deleted_by, r.execution_id, r.state, r.account_id, r.started_at, r.finished_at, r.failure, r.to_crawl, r.finished, r.created, r.failed,
  r.samples_failed,
  coalesce((
    select json_agg(json_build_object('user_id', s.user_id, 'group_id', s.group_id, 'level', s.level) order by s.level desc, s.user_id, s.group_id)
    from crawler_sharing s
    where s.crawler_id = k.id), '[]') as sharings`;

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
