/** One operation: its route literal, its permission and its work. All types follow from the literal. */
import type { Readable } from 'node:stream';
import type { Allow, AnswerOf, BodyOf, PathOf, QueryOf, Route, WordsSent } from '@millrace/contract';
import type { Actor, DynamicEngineActor, EngineActor } from '../../identity/actor.ts';
import type { BodyText, TextTerms } from './body-text.ts';
import type { Audit, Change } from './changes.ts';
import type { RequestClient } from './client-address.ts';
import type { Tx } from '../database/sql.ts';
import type { Platform } from '../platform/platform.ts';

type Caller<A extends Allow> = A extends 'engine'
  ? { engine: EngineActor }
  : A extends 'dynamic-engine'
    ? { dynamicEngine: DynamicEngineActor }
    : A extends 'public'
      ? unknown
      : { actor: Actor };

/** A part of a multipart body: a text or a file. */
export type BodyPart = { name: string; text: string } | { name: string; file: Readable; fileName: string };

/** The parameters of an operation. */
export type Call<R extends Route, A extends Allow = Allow> = Caller<A> &
  Platform & {
    /** One transaction for a write; single statements for a read, unless the definition says otherwise. */
    tx: Tx;
    now: Date;
    path: PathOf<R>;
    query: QueryOf<R>;
    body: BodyOf<R>;
    /** The parts of a multipart body, in order; each file must be read before the next part comes. */
    parts(limits: { fileBytes: number; textBytes: number }): AsyncIterable<BodyPart>;
    /** The text of a body that the contract does not type as JSON, read when asked for. */
    text(terms: TextTerms): Promise<BodyText>;
    /** A header of the request. */
    header(name: string): string | undefined;
    /** The client that sent the request. */
    client: RequestClient;
    requestId: string;
    /** The facts of this call with its answer, which an operation with its own transactions records. */
    changeFacts: Change['facts'];
    /** The words that the request writes: for objects that answer as they were written. */
    wordsSent: WordsSent;
    /** The context of the trace that this call belongs to, if any. */
    traceparent: string | undefined;
    /** Aborted when the caller disconnects or the server closes. */
    signal: AbortSignal;
  };

/** A stream in place of a JSON body. With 400, a page for people. */
export type Download = {
  status: 200 | 202 | 400;
  stream: Readable;
  contentType: string;
  bytes?: number;
  fileName?: string;
  headers?: Record<string, string>;
};

/** An answer whose JSON is bytes already: a large list that the server only forwards. It has to fit the contract, as each body. */
export type BytesAnswer = { status: 200; json: Buffer };

/** Headers of an answer, and instructions for the server. */
export type Extras = {
  headers?: Record<string, string>;
  /** Topics to wake after the commit: environments of engines, or bells of timers. */
  wake?: readonly string[];
};

/** Checks the headers and the path of a request, and throws the refusal of its caller. */
export type Admission = (
  platform: Platform,
  request: { header(name: string): string | undefined; path: Readonly<Record<string, string>> },
) => Promise<void>;

/** The definition of an operation. */
export type EndpointDefinition<R extends Route, A extends Allow> = {
  /** The permission that a caller needs; rights on rows are checked in `rows.ts`. */
  allow: A;
  /** `read only`: a consistent snapshot for several statements. `none`: the operation opens its own, and its comment says why. */
  transaction?: 'read only' | 'none';
  /** Which calls are changes, for the audit log: see `Audit`. */
  audit?: 'none' | ((call: { query: QueryOf<R> }) => boolean);
  /** Largest JSON body, in bytes. */
  bodyLimit?: number;
  /** Set if pages of other origins must never read its answers. */
  ownPagesOnly?: boolean;
  /** Set if no object of the JSON body may have a name twice. */
  uniqueNames?: boolean;
  /** Refuses a caller before the body is read, for a public operation that checks tokens of its own. The path has not been validated by then. */
  admit?: Admission;
  run(call: Call<R, A>): Promise<((AnswerOf<R> | BytesAnswer) & Extras) | Download>;
};

/** An operation ready to be served. */
export type Endpoint = {
  route: Route;
  allow: Allow;
  transaction: 'read write' | 'read only' | 'statement' | 'none';
  audit: Audit;
  bodyLimit: number | undefined;
  ownPagesOnly: boolean;
  uniqueNames: boolean;
  admit: Admission | undefined;
  run(call: Call<Route>): Promise<({ status: number; body?: unknown; json?: Buffer } & Extras) | Download>;
};

/** Declares an operation of the contract. */
export function endpoint<const R extends Route, const A extends Allow>(route: R, definition: EndpointDefinition<R, A>): Endpoint {
  const byMethod = route.startsWith('GET ') ? 'statement' : 'read write';
  return {
    route,
    allow: definition.allow,
    transaction: definition.transaction ?? byMethod,
    audit: definition.audit as Audit,
    bodyLimit: definition.bodyLimit,
    ownPagesOnly: definition.ownPagesOnly ?? false,
    uniqueNames: definition.uniqueNames ?? false,
    admit: definition.admit,
    run: definition.run as unknown as Endpoint['run'],
  };
}
