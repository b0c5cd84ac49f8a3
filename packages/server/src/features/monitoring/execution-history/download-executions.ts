import { Readable } from 'node:stream';
import { endpoint } from '../../../core/http/endpoint.ts';
import { isActive } from '../../accounts/users/index.ts';
import { csvHeader } from './csv.ts';
import { historyLines } from './lines.ts';
import { selectPosition } from './queries.ts';
import { historyStart, requireKnownExecution, readHistoryFilters } from './rules.ts';

/**
 * Streams the history of an environment, page by page, without a transaction, which would stay open as long as the caller reads.
 * @rule execution-history.download.file
 */
export const downloadExecutions = endpoint('POST /monitoring/observability/executions/download', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'none',

  async run({ actor, db, now, limits, streams, body }) {
    const { environmentId, category, exclude = 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN', limit = 1000, lastId } = body;
    const filters = readHistoryFilters(body.filters ?? []);
    const search = { actor, environment: environmentId, filters, exclude, since: historyStart(now, limits.historyDays) };
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
