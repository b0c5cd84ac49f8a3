import type { IncomingMessage, ServerResponse } from 'node:http';
import { tokenDigest } from './run-objects.ts';
import { HOLD_MILLISECONDS } from './waiting-order.ts';

/** A pod that may ask for its order. `call` is its open call, `order` its encrypted order. */
type PodEntry = { digest: string; asked: (() => void) | undefined; call?: ServerResponse; order?: Buffer };

/** The digest of the token of a request. */
export const bearerDigest = ({ headers }: IncomingMessage): string =>
  tokenDigest(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');

/** Gives waiting pods their orders: the part of the content server that they call. */
export class OrderServer {
  readonly #pods = new Map<string, PodEntry>();

  /** Lets the pod whose token has a digest ask for its order, until the returned function is called. `asked` is called at its first call. */
  expect(name: string, digest: string, asked?: () => void): () => void {
    const pod: PodEntry = { digest, asked };
    this.#pods.set(name, pod);
    return () => {
      this.#pods.delete(name);
      answer(pod.call, 410, 'it is not needed any more');
    };
  }

  /** Whether a pod asks now. */
  isAsking(name: string): boolean {
    return this.#pods.get(name)?.call !== undefined;
  }

  /** Gives a pod its order. It gets the same one again if it asks again. */
  give(name: string, order: Buffer): void {
    const pod = this.#pods.get(name);
    if (!pod) return;
    pod.order = order;
    answer(pod.call, 200, order);
  }

  /** Answers a pod with its order, or without one after `HOLD_MILLISECONDS`; then the pod asks again. */
  serve(name: string, request: IncomingMessage, response: ServerResponse): void {
    const pod = this.#pods.get(name);
    if (!pod) return answer(response, 410, 'an earlier program of the agent may have had one');
    if (pod.digest !== bearerDigest(request)) return answer(response, 401, 'the token is not that of the pod');
    if (pod.order) return answer(response, 200, pod.order);
    // A later call takes the place of an earlier one, whose connection the pod has lost.
    pod.call?.destroy();
    pod.call = response;
    pod.asked?.();
    pod.asked = undefined;
    const timer = setTimeout(() => answer(response, 204), HOLD_MILLISECONDS);
    response.on('close', () => {
      clearTimeout(timer);
      if (pod.call === response) delete pod.call;
    });
  }
}

function answer(response: ServerResponse | undefined, status: number, content?: string | Buffer): void {
  if (response && !response.headersSent) response.writeHead(status, { 'content-type': 'application/octet-stream' }).end(content);
}
