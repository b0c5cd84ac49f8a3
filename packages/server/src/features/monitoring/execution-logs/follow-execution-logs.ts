import { Readable } from 'node:stream';
import { endpoint } from '../../../core/http/endpoint.ts';
import { isActive } from '../../accounts/users/index.ts';
import { findExecution } from '../../processing/task-executions/index.ts';
import { follow } from './follow.ts';

/**
 * Follows the log of an execution as server-sent events. It checks the right repeatedly while the stream is open.
 * @rule execution-logs.stream.right
 */
export const followExecutionLogs = endpoint('GET /monitoring/executions/{id}/logs/stream', {
  allow: 'signed-in',

  async run({ actor, tx, blobs, limits, streams, path, query, header, signal }) {
    const find = () => findExecution(tx, actor, path.id);
    const last = header('last-event-id');
    const from = last ? Number(last) + 1 : (query.startIndex ?? 0);
    const stream = await streams.open(actor.id, limits.streamsPerCaller, async () => {
      const { id } = await find();
      return Readable.from(follow({ tx, blobs }, id, { from, find, isActive: () => isActive(tx, actor), signal }), { objectMode: false });
    });
    return {
      status: 200,
      stream,
      contentType: 'text/event-stream; charset=utf-8',
      headers: { 'x-accel-buffering': 'no' },
    };
  },
});
