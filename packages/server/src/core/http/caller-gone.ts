/** Tells an operation when nobody waits for its answer any more. */
import type { FastifyReply } from 'fastify';

/** The signal that is aborted when the caller goes away or the server closes. It is made for those who ask, once: it costs more than most reads. */
export function signalFor(reply: FastifyReply, closing: AbortSignal): () => AbortSignal {
  let signal: AbortSignal | undefined;
  return () => (signal ??= AbortSignal.any([closing, gone(reply)]));
}

function gone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // Who left while the token was looked up is not told of again.
  if (reply.raw.destroyed) controller.abort();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
