/** A collector of spans: it receives OTLP over HTTP and stores the spans. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after } from 'node:test';

type Value = { stringValue?: string; intValue?: number | string };
type Sent = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes?: { key: string; value: Value }[];
  status?: { code?: number };
};
type Body = {
  resourceSpans: { resource: { attributes: { key: string; value: Value }[] }; scopeSpans: { spans: Sent[] }[] }[];
};

/** A received span. */
export type ReceivedSpan = {
  trace: string;
  id: string;
  parent: string;
  name: string;
  service: string;
  attributes: Record<string, unknown>;
  failed: boolean;
};

const valuesOf = (attributes: { key: string; value: Value }[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

/** Starts a collector. It ends with the test file. */
export async function startSpanReceiver(): Promise<{ url: string; spans: ReceivedSpan[]; paths: Set<string> }> {
  const spans: ReceivedSpan[] = [];
  const paths = new Set<string>();
  const server = createServer((request, response) => {
    paths.add(`${request.method} ${request.url} ${request.headers['content-type']}`);
    void json(request).then((body) => {
      for (const { resource, scopeSpans } of (body as Body).resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            trace: span.traceId,
            id: span.spanId,
            parent: span.parentSpanId ?? '',
            name: span.name,
            service: String(valuesOf(resource.attributes)['service.name']),
            attributes: valuesOf(span.attributes),
            failed: span.status?.code === 2,
          });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, paths };
}
