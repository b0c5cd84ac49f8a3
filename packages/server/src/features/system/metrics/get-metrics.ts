import { Readable } from 'node:stream';
import { endpoint } from '../../../core/http/endpoint.ts';
import { figuresText } from './figures.ts';

/** Answers the numbers of this process, and those that it asks the database for. */
export const getMetrics = endpoint('GET /metrics', {
  allow: 'public',
  // Each figure is asked by itself, so that one that fails leaves the others.
  transaction: 'none',

  async run(call) {
    const text = [await figuresText(call), await call.metrics.text()].join('\n');
    return { status: 200, stream: Readable.from([text]), contentType: 'text/plain; version=0.0.4; charset=utf-8' };
  },
});
