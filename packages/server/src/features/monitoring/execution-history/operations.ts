import { Readable } from 'node:stream';
import { endpoint } from '../../../core/http/endpoint.ts';
import { isActive } from '../../accounts/people/index.ts';
import { keptSince } from '../../processing/task-executions/index.ts';
import { selectCauses } from './causes.ts';
import { countByStatus } from './counts.ts';
import { selectDetails } from './detail-rows.ts';
import { csvHeader, historyLines } from './download.ts';
import { toHistoryJson } from './json.ts';
import { historyCursor, readHistoryCursor, selectFirstExecutions, selectPosition } from './rows.ts';
import { readBucket, readHistoryPeriod } from './periods.ts';
import { readHistoryFilters, requireKnownExecution, requirePageWithinDepth } from './rules.ts';

/**
 * Searches the history of an environment.
 * @rule execution-history.search.category
 */
export const searchExecutions = endpoint('POST /monitoring/observability/executions/search', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'read only',

  async run({ actor, tx, now, settings: { limits }, body }) {
    const { environmentId, category, exclude = 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN', limit = 50, offset = 0, cursor } = body;
    const filters = readHistoryFilters(body.filters ?? []);
    requirePageWithinDepth(limit, offset);
    const after = readHistoryCursor(cursor, offset);

    const search = { actor, environment: environmentId, filters, exclude, since: keptSince(now, limits.historyDays), after };
    // Read one execution more than the page shows, to know whether another page follows.
    const found = category === 'ESB' ? [] : await selectFirstExecutions(tx, search, offset + limit + 1);
    const shown = found.slice(offset, offset + limit);
    const items = (await selectDetails(tx, shown)).map(toHistoryJson);
    const [last, nextPageExists] = [shown.at(-1), found.length > offset + limit];
    return {
      status: 200,
      body: { items, limit, offset, nextPageExists, ...(nextPageExists && last && { nextCursor: historyCursor(last) }) },
    };
  },
});

/**
 * Counts executions by status.
 * @rule execution-history.counts.right
 * @rule execution-history.counts.filters
 */
export const countExecutions = endpoint('POST /monitoring/observability/executions/counts', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'read only',

  async run({ actor, tx, now, settings: { limits }, body }) {
    const { environmentId, exclude = 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN', bucketMinutes } = body;
    const period = readHistoryPeriod(body);
    const bucket = readBucket(period, bucketMinutes ?? undefined);
    const filters = readHistoryFilters(body.filters ?? []);

    const since = keptSince(now, limits.historyDays);
    const counts = await countByStatus(tx, { actor, environment: environmentId, filters, exclude, period, bucket, since });
    return { status: 200, body: counts };
  },
});

/** Groups failures by their cause. */
export const findFailureCauses = endpoint('POST /monitoring/observability/executions/causes', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'read only',

  async run({ actor, tx, now, settings: { limits }, body }) {
    const { environmentId, limit = 20, executionId } = body;
    const period = readHistoryPeriod(body);

    const since = keptSince(now, limits.historyDays);
    const causes = await selectCauses(tx, { actor, environment: environmentId, period, limit, executionId, since });
    return { status: 200, body: causes };
  },
});

/**
 * Streams the history of an environment, page by page, without a transaction, which would stay open as long as the caller reads.
 * @rule execution-history.download.file
 */
export const downloadExecutions = endpoint('POST /monitoring/observability/executions/download', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'none',

  async run({ actor, db, now, settings: { limits }, process: { streams }, body }) {
    const { environmentId, category, exclude = 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN', limit = 1000, lastId } = body;
    const filters = readHistoryFilters(body.filters ?? []);
    const search = { actor, environment: environmentId, filters, exclude, since: keptSince(now, limits.historyDays) };
    const stream = await streams.open(actor.id, limits.streamsPerCaller, async () => {
      const after = lastId === undefined ? undefined : await selectPosition(db.reader, search, lastId);
      requireKnownExecution(lastId, after);

      const lines = historyLines(db.reader, search, after, category === 'ESB' ? 0 : limit);
      // Read the first page before the answer begins, so that an error is still answered with its status.
      const first = await lines.next();
      return Readable.from(
        (async function* () {
          yield csvHeader() + (first.done ? '' : first.value);
          for await (const page of lines) {
            if (!(await isActive(db.reader, actor))) return;
            yield page;
          }
        })(),
      );
    });
    return { status: 200, stream, contentType: 'application/octet-stream', fileName: 'executions.csv' };
  },
});
