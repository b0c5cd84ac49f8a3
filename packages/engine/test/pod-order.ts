/** Content of runs in pods for tests: an agent's address that serves it, and orders that name it. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { Schema } from '@millrace/contract';
import type { PodOrder } from '../src/kubernetes/pod-order.ts';
import { atEnd } from './at-end.ts';

/** Serves content by its SHA-256 to a token, until the end of the test. `refusals` are answered first. */
export async function serveContent(t: TestContext, content: readonly Buffer[], refusals: number[] = []): Promise<PodOrder['content']> {
  const token = randomUUID();
  const byHash = new Map(content.map((one) => [hashOf(one), one]));
  const server = createServer((request, response) => {
    const found = byHash.get(/^\/content\/([0-9a-f]{64})$/.exec(request.url ?? '')?.[1] ?? '');
    const refusal = refusals.shift() ?? (request.headers.authorization === `Bearer ${token}` ? undefined : 401);
    if (refusal !== undefined || !found) return void response.writeHead(refusal ?? 404).end('not here');
    return void response.end(found);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(t, () => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token };
}

/** The order of a run of a bundle. */
export function orderOf(zip: Buffer, content: PodOrder['content'], more: Partial<Schema<'ClaimedExecution'>> = {}): PodOrder {
  const claim: Schema<'ClaimedExecution'> = {
    executionId: randomUUID(),
    fence: 3,
    taskId: randomUUID(),
    taskName: 'A task',
    runner: 'process',
    bundle: { hash: hashOf(zip), size: zip.length, layout: 'millrace', name: 'sample', version: '1.0.0' },
    parameters: {},
    resources: [],
    logLevel: 'INFO',
    ...more,
  };
  return { engine: 'agent-of-the-test', url: 'http://control-plane.test', claim, content };
}

/** The SHA-256 of content in hexadecimal digits. */
export const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
