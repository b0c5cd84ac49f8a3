/** The calls of operations: what an operation gets of one request. */
import { type Route, VENDOR_WORDS } from '@millrace/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyActor } from '../../identity/actor.ts';
import { now } from '../base/clock.ts';
import type { Tx } from '../database/sql.ts';
import type { Platform } from '../platform/platform.ts';
import { bodyParts } from './bodies.ts';
import { bodyText, type TextTerms } from './body-text.ts';
import type { Change } from './changes.ts';
import { clientOf, type RequestClient } from './client-address.ts';
import type { BodyPart, Call } from './endpoint.ts';
import { traceparentOf } from './request-watch.ts';
import { wordsSentBy } from './spelling.ts';

/** A request whose caller is known. `change` returns the change that it may make. */
type Origin = { request: FastifyRequest; reply: FastifyReply; caller: AnyActor | undefined; query: unknown; change: () => Change };

/** Makes the call of a request with its transaction. */
export type MakeCall = (origin: Origin, tx: Tx) => Call<Route>;

/**
 * Returns the function that makes calls. Calls inherit the parts of the platform, and their signals are aborted when `closing` is. They are objects of a
 * class, because an object literal with getters takes V8 thirty times as long. Operations take single members of a call, so no member is a method.
 */
export function makerOfCalls(platform: Platform, closing: AbortSignal): MakeCall {
  class RequestCall {
    readonly #origin: Origin;
    #signal: AbortSignal | undefined;
    /** Log lines of the call contain the id of the request. */
    readonly log: FastifyRequest['log'];
    readonly actor: AnyActor | undefined;
    readonly engine: AnyActor | undefined;
    readonly dynamicEngine: AnyActor | undefined;
    readonly tx: Tx;
    readonly now = now();
    readonly path: unknown;
    readonly query: unknown;
    readonly body: unknown;
    readonly requestId: string;

    constructor(origin: Origin, tx: Tx) {
      const { request, caller, query } = origin;
      this.#origin = origin;
      this.log = request.log;
      this.actor = caller;
      this.engine = caller;
      this.dynamicEngine = caller;
      this.tx = tx;
      this.path = request.params;
      this.query = query;
      this.body = request.body;
      this.requestId = request.id;
    }

    get parts() {
      return (limits: Parameters<typeof bodyParts>[1]): AsyncIterable<BodyPart> => bodyParts(this.#origin.request, limits);
    }

    get text() {
      return (terms: TextTerms) => bodyText(this.#origin.request, terms);
    }

    get header() {
      return headerOf(this.#origin.request);
    }

    get client(): RequestClient {
      return clientOf(this.#origin.request);
    }

    get changeFacts(): Change['facts'] {
      return this.#origin.change().facts;
    }

    get wordsSent() {
      return wordsSentBy(this.#origin.request);
    }

    get traceparent(): string | undefined {
      return traceparentOf(this.#origin.request);
    }

    get signal(): AbortSignal {
      return (this.#signal ??= signalOf(this.#origin.reply, closing));
    }
  }
  Object.setPrototypeOf(RequestCall.prototype, platform);
  return (origin, tx) => new RequestCall(origin, tx) as unknown as Call<Route>;
}

/** Returns the function that finds a header of a request, also under its name in the published product. */
export const headerOf =
  ({ headers }: FastifyRequest) =>
  (name: string): string | undefined => {
    const value = headers[name] ?? headers[VENDOR_WORDS[name] ?? name];
    return Array.isArray(value) ? value[0] : value;
  };

/** Makes the signal that is aborted when the caller disconnects or the server closes. It costs more than most reads, so it is made at its first use. */
const signalOf = (reply: FastifyReply, closing: AbortSignal): AbortSignal => AbortSignal.any([closing, disconnected(reply)]);

function disconnected(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // For a caller that disconnected during the look-up of the token, no further event comes.
  if (reply.raw.destroyed) controller.abort();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
