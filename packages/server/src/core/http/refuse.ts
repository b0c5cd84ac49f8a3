/** Refusals: from an error to a problem, with its log lines and headers, and to the body that a part of the API uses. Also the headers of all answers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nowMilliseconds } from '../base/clock.ts';
import { invalid, Problem } from '../base/problem.ts';
import { unavailableProblem } from '../database/database-errors.ts';
import { DatabaseUnavailable, refusedBy, refusesText } from '../database/db.ts';
import type { Feature, RefusedPath, Surface } from './feature.ts';
import { requestedRoute, type ServedRoute } from './request-watch.ts';
import { spellRefusal } from './spelling.ts';
import { bodyTypes, findOperation } from './validation.ts';

type Constraints = NonNullable<Feature['constraints']>;

/** Writes the log line of an error, sets the headers of its refusal on the reply, and returns its problem. */
export function prepareRefusal(error: unknown, constraints: Constraints, request: FastifyRequest, reply: FastifyReply): Problem {
  const operation = requestedRoute(request);
  const problem = problemOf(error, constraints, operation);
  const facts = { err: error, route: operation?.route };
  if (problem.status === 500) request.log.error(facts, 'request failed');
  // The server is not at fault, but its operator needs the cause. All other refusals concern only the caller.
  if (problem.status === 503) request.log.warn(facts, 'request refused for now');
  const retryAfter = problem.retryAfter ?? (problem.status === 503 ? 1 : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (problem.challenge !== undefined) reply.header('www-authenticate', problem.challenge);
  return problem;
}

/**
 * Answers a refusal in the form of a surface. `faultOfAnswer` returns how it differs from the contract; such a difference is logged.
 * @rule errors.body.request-id
 * @rule errors.status.server
 */
export function refuse(
  surface: Surface,
  constraints: Constraints,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  faultOfAnswer?: (status: number, body: unknown) => string | undefined,
): FastifyReply {
  const problem = prepareRefusal(error, constraints, request, reply);
  const body = surface(problem, request.id, refusedPath(request.url));
  const wrong = faultOfAnswer?.(problem.status, body);
  if (wrong !== undefined) {
    request.log.error({ route: requestedRoute(request)?.route, status: problem.status }, `refusal outside of the contract: ${wrong}`);
    reply.header('x-outside-contract', 'true');
  }
  return reply
    .code(problem.status)
    .type(refusalType(surface))
    .send(spellRefusal(request, JSON.stringify(body)));
}

/** The path of a request that is refused now, and the time. The query is left out, because it may contain secrets. */
export const refusedPath = (url: string): RefusedPath => ({ path: url.replace(/\?.*$/s, ''), at: nowMilliseconds() });

/** Turns an error into a problem: an error that the caller cannot remove becomes a 500 or 503. */
export function problemOf(error: unknown, constraints: Constraints, operation: ServedRoute | undefined): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof DatabaseUnavailable) return unavailableProblem(error, operation);
  const constraint = refusedBy(error);
  const mapped = constraint === undefined ? undefined : constraints[constraint];
  if (mapped) return mapped();
  if (refusesText(error))
    return invalid('malformed_request', 'A text has a character that cannot be stored, U+0000 or half of a surrogate pair: remove it.');
  const status = (error as { statusCode?: number }).statusCode;
  if (status === 413) return new Problem(413, 'too_large', 'The body is larger than this operation accepts.');
  if (status === 415) return invalid('unsupported_media_type', `The content type of the body must be ${typesOf(operation).join(' or ')}.`);
  if (status !== undefined && status >= 400 && status < 500) return invalid('malformed_request', (error as Error).message);
  return new Problem(500, 'server_error', 'The server failed on this request; its log has the cause under the request id.');
}

/** The media types of the bodies that a request may have. */
function typesOf(operation: ServedRoute | undefined): string[] {
  const types = operation ? bodyTypes(operation.route) : [];
  return types.length > 0 ? types : ['application/json'];
}

/** The refusal of a request for an unknown route; `methods` are those with which its path is served. */
export function unknownRoute({ method, url }: FastifyRequest, methods: readonly string[]): Problem {
  const path = url.split('?')[0];
  return methods.length === 0
    ? new Problem(404, 'route_unknown', `There is no operation ${method} ${path}; /docs lists them all.`)
    : new Problem(405, 'method_not_allowed', `There is no operation ${method} ${path}: this path accepts ${methods.join(', ')}.`);
}

/** The refusal of a path that the router could not read, by the code of its error. */
export function unreadablePath(code: string): Problem {
  return code === 'FST_ERR_BAD_URL'
    ? invalid('malformed_request', 'The path has a % that does not begin an escaped character.')
    : invalid('malformed_request', 'A part of the path is longer than any id.');
}

/**
 * The headers of every answer: no cache stores it, because it may be for one caller only, and no browser guesses its type.
 * An operation may replace them where every caller gets the same answer.
 */
export const ANSWER_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** Sets `ANSWER_HEADERS` on every answer of a server. */
export const setAnswerHeaders = (app: FastifyInstance): void =>
  void app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(ANSWER_HEADERS);
    done();
  });

const JSON_TYPE = 'application/json';
const SCIM_TYPE = 'application/scim+json';

/** Returns the media type of the JSON answers of an operation. */
export function answerType(route: string): string {
  const answersScim = JSON.stringify(findOperation(route)['responses']).includes(SCIM_TYPE);
  return withCharset(answersScim ? SCIM_TYPE : JSON_TYPE);
}

/** Returns the media type of the refusals of a part of the API, also those that belong to no operation. */
export const refusalType = ({ mediaType = JSON_TYPE }: Surface): string => withCharset(mediaType);

const withCharset = (type: string): string => `${type}; charset=utf-8`;
