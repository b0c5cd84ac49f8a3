/** Changes that accounts make through the API: the facts that the audit log records, and the interface of the recorder. */
import type { FastifyRequest } from 'fastify';
import { isForEngines, type Allow, type Route } from '@millrace/contract';
import type { Actor, AnyActor } from '../../identity/actor.ts';
import type { Tx } from '../database/sql.ts';
import { clientOf } from './client-address.ts';

/** The facts of a call. `body` and `answer` are JSON values; they may contain secrets. */
export type ChangeFacts = {
  route: Route;
  actor: Actor | undefined;
  requestId: string;
  /** The address of the client. */
  client: string;
  /** Path and query as they were sent. */
  url: string;
  userAgent: string | undefined;
  body: unknown;
  status: number;
  answer: unknown;
};

/** Records a change in the audit log, in the transaction of the change. */
export type RecordChange = (tx: Tx, facts: ChangeFacts) => Promise<unknown>;

/** Which calls of an operation are changes: `none`, or a function that decides for each call. Default: all calls, unless the operation is a GET. */
export type Audit = 'none' | ((call: { query: unknown }) => boolean) | undefined;

type Operation = { route: Route; allow: Allow; audit: Audit };

type Answer = { status: number; body?: unknown };

/** A call that may be a change. */
export type Change = {
  /** The facts with an answer; `body` replaces the body of the request, for bodies that the server does not parse. */
  facts(answer: Answer, body?: unknown): ChangeFacts;
  /** Records the answer in the transaction, if the call is a change. */
  within<A extends Answer>(tx: Tx, answer: Promise<A>): Promise<A>;
  /** Returns the answer of an operation that records its change in its own transaction. With `strict`, throws if the operation has not called `facts`. */
  alone<A extends Answer>(answer: Promise<A>, strict: boolean): Promise<A>;
};

/** Returns whether calls of an operation can be changes: it needs an account, and is not a read. */
export const canChange = ({ route, allow, audit }: Operation): boolean =>
  !route.startsWith('GET ') && allow !== 'public' && !isForEngines(allow) && audit !== 'none';

/**
 * Builds the change of a request.
 * @rule audit-log.record.changes
 */
export function changeOf(operation: Operation, request: FastifyRequest, caller: AnyActor | undefined, record: RecordChange): Change {
  const { route, audit } = operation;
  let hasFacts = false;
  const isChange = (): boolean => canChange(operation) && (typeof audit !== 'function' || audit({ query: request.query }));
  const facts: Change['facts'] = (answer, body = request.body) => {
    hasFacts = true;
    return {
      route,
      actor: caller && 'login' in caller ? caller : undefined,
      requestId: request.id,
      client: clientOf(request).address,
      url: request.originalUrl,
      userAgent: request.headers['user-agent'],
      body,
      status: answer.status,
      answer: answer.body,
    };
  };
  return {
    facts,
    async within(tx, pending) {
      const answer = await pending;
      if (isChange()) await record(tx, facts(answer));
      return answer;
    },
    async alone(pending, strict) {
      const answer = await pending;
      if (strict && !hasFacts && isChange()) throw new Error(`${route} changed something and recorded no entry in the audit log`);
      return answer;
    },
  };
}
