/** An abort signal for an operation whose caller has disconnected. */
import type { FastifyReply } from 'fastify';

/** Makes the signal that is aborted when the caller disconnects or the server closes. It costs more than most reads. */
export const signalOf = (reply: FastifyReply, closing: AbortSignal): AbortSignal => AbortSignal.any([closing, disconnected(reply)]);

function disconnected(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // For a caller that disconnected during the look-up of the token, no further event comes.
  if (reply.raw.destroyed) controller.abort();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
