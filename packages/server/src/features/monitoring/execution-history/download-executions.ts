import { Readable } from 'node:stream';
import { endpoint } from '../../../core/http/endpoint.ts';
import { csvHeader } from './csv.ts';
import { historyLines } from './lines.ts';
import { selectPosition } from './queries.ts';
import { beginningOf, isKnown, readHistoryFilters } from './rules.ts';

/**
 * Streams the history of an environment, page by page of statements that stand for themselves: a transaction would stay open as long as the caller reads.
 * @rule execution-history.download.file
 */
export const downloadExecutions = endpoint('POST /monitoring/observability/executions/download', {
  allow: 'signed-in',
  transaction: 'none',

  async run({ actor, db, now, limits, streams, body }) {
    const { environmentId, category, exclude = 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN', limit = 1000, lastId } = body;
    const filters = readHistoryFilters(body.filters ?? []);
    const search = { actor, environment: environmentId, filters, exclude, since: beginningOf(now, limits.historyDays) };
    const stream = await streams.open(actor.id, limits.streamsPerCaller, async () => {
      const after = lastId === undefined ? undefined : await selectPosition(db.reader, search, lastId);
      isKnown(lastId, after);

      const lines = historyLines(db.reader, search, after, category === 'ESB' ? 0 : limit);
      // Before the answer begins: what fails here is still a refusal.
      const first = await lines.next();
      return Readable.from(
        (async function* () {
          yield csvHeader() + (first.done ? '' : first.value);
          yield* lines;
        })(),
      );
    });
    return { status: 200, stream, contentType: 'application/octet-stream', fileName: 'executions.csv' };
  },
});
