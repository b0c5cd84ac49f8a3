import { Readable } from 'node:stream';
import { endpoint } from '../../../core/http/endpoint.ts';
import { METRICS_TYPE } from '../../../core/observability/metrics.ts';
import { figuresText } from './figures.ts';

/** Answers the metrics of this process and of the install. */
export const getMetrics = endpoint('GET /metrics', {
  allow: 'public',
  // Each metric is a query of its own, so that a failed query does not affect the others.
  transaction: 'none',

  async run(call) {
    const text = [await figuresText(call), await call.metrics.text()].join('\n');
    return { status: 200, stream: Readable.from([text]), contentType: METRICS_TYPE };
  },
});
