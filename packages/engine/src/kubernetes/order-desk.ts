import type { IncomingMessage, ServerResponse } from 'node:http';
import { tokenDigest } from './run-objects.ts';
import { HOLD_MILLISECONDS } from './waiting-order.ts';

/** A pod that may ask. `call` is its open call, `order` what it gets. */
type Place = { digest: string; asked: (() => void) | undefined; call?: ServerResponse; order?: Buffer };

/** The digest of the token of a request. */
export const bearerDigest = ({ headers }: IncomingMessage): string =>
  tokenDigest(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');

/** Gives waiting pods their orders: the part of the content server that they call. */
export class OrderDesk {
  readonly #places = new Map<string, Place>();

  /** Lets the pod whose token has a digest ask for its order, until the returned function is called. `asked` is told of its first call. */
  expect(name: string, digest: string, asked?: () => void): () => void {
    const place: Place = { digest, asked };
    this.#places.set(name, place);
    return () => {
      this.#places.delete(name);
      answer(place.call, 410, 'it is not needed any more');
    };
  }

  /** Whether a pod asks now. */
  isAsking(name: string): boolean {
    return this.#places.get(name)?.call !== undefined;
  }

  /** Gives a pod its order. It gets the same one again if it asks again. */
  give(name: string, order: Buffer): void {
    const place = this.#places.get(name);
    if (!place) return;
    place.order = order;
    answer(place.call, 200, order);
  }

  /** Answers a pod: with its order, or when it has waited for long. */
  serve(name: string, request: IncomingMessage, response: ServerResponse): void {
    const place = this.#places.get(name);
    if (!place) return answer(response, 410, 'an earlier program of the agent may have had one');
    if (place.digest !== bearerDigest(request)) return answer(response, 401, 'the token is not that of the pod');
    if (place.order) return answer(response, 200, place.order);
    // A later call takes the place of an earlier one, whose connection the pod has lost.
    place.call?.destroy();
    place.call = response;
    place.asked?.();
    place.asked = undefined;
    const timer = setTimeout(() => answer(response, 204), HOLD_MILLISECONDS);
    response.on('close', () => {
      clearTimeout(timer);
      if (place.call === response) delete place.call;
    });
  }
}

function answer(response: ServerResponse | undefined, status: number, content?: string | Buffer): void {
  if (response && !response.headersSent) response.writeHead(status, { 'content-type': 'application/octet-stream' }).end(content);
}
