/** HTTP: turns features into a server, in one order of refusal: 401, 429, 400, 403, 404, then rules and constraints. */
import { finished } from 'node:stream';
import multipart from '@fastify/multipart';
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { grantsScope, operations, resolveAlias, type Allow } from '@millrace/contract';
import type { Actor, Admit, AnyActor, Authenticate } from '../../identity/actor.ts';
import { ANSWER_HEADERS, answerType, setAnswerHeaders, refuse, unknownRoute, unreadablePath } from './refuse.ts';
import { attachment } from '../blobs/blob-store.ts';
import { acceptForms, FORM_TYPE, acceptJson } from './bodies.ts';
import { canChange, changeOf, type RecordChange } from './changes.ts';
import { clientOf, trustProxies } from './client-address.ts';
import type { Download, Endpoint, Extras } from './endpoint.ts';
import { watchConnections, closeSlowCallers, requestLimits } from './connections.ts';
import type { Feature, RefusedRequest, Surface } from './feature.ts';
import { rateLimitOf } from './rate-limit.ts';
import { type RequestLog, traceRequests, requestIdOf, watchRequests } from './request-watch.ts';
import type { Platform } from '../platform/platform.ts';
import { forbidden, invalid, scopeFault, Problem } from '../base/problem.ts';
import { answerOrigins } from './headers.ts';
import { pathSurfaces, servedPaths, type ServedPaths } from './paths.ts';
import { RawAnswers } from './raw-answers.ts';
import { headerOf, makerOfCalls, type MakeCall } from './request-call.ts';
import { servePages } from './serve-pages.ts';
import { acceptVendorNames, answerSpelling, noteWords } from './spelling.ts';
import { answerCheck, bodyTypes, type RequestChecks, requestChecks } from './validation.ts';

/** The parts of the server. */
export type HttpOptions = {
  platform: Platform;
  features: readonly Feature[];
  /** Finds the account that calls an operation which is not public. */
  authenticate: Authenticate;
  /** Refuses an account that may not call from the address of the client. */
  admit: Admit;
  /** Returns whether an account has a permission. */
  allows(actor: Actor, allow: Allow): boolean;
  /** Returns whether pages of an origin may call. */
  allowsOrigin?: (origin: string) => Promise<boolean>;
  record: RecordChange;
  /** Compares each answer with the contract, and fails if they differ: for tests and development. */
  checkAnswers: boolean;
  /** The body of a refusal that belongs to no feature. */
  fallbackSurface: Surface;
  requestLog?: RequestLog;
  /** Ranges of the proxies whose header X-Forwarded-For is trusted. */
  trustedProxies?: readonly string[];
};

const JSON_BODY_BYTES = 1024 * 1024;

type Answer = { status: number; body?: unknown; json?: Buffer } & Extras;

/**
 * Builds the server; the caller makes it listen.
 * @rule requests.path.trailing-slash
 * @rule requests.path.alias
 * @rule requests.accept.any
 */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const closing = new AbortController();
  const callerTimeLimit = options.platform.settings.limits.slowCallerSeconds * 1000;
  const surfaceAt = pathSurfaces(options.features, options.fallbackSurface);
  const raw = new RawAnswers({ surfaceAt, note: (requestId, status) => watch.noteRaw(requestId, status) });
  const app = fastify({
    ...requestLimits(callerTimeLimit),
    clientErrorHandler: (error, socket) => raw.refuseUnreadable(error, socket),
    loggerInstance: options.platform.log as never,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    bodyLimit: JSON_BODY_BYTES,
    trustProxy: trustProxies(options.trustedProxies ?? []),
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ method = '', url = '' }) => resolveAlias(method, url),
    // Our own checks compile the contract: without these, the compilers of Fastify are loaded, and never used.
    schemaController: { compilersFactory: { buildValidator: usesNoSchema, buildSerializer: usesNoSchema } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    return503OnClosing: false,
    // No hook has run, because the route is unknown.
    frameworkErrors: (error, request, reply) => {
      reply.headers(ANSWER_HEADERS).header('x-request-id', request.id);
      reply.raw.once('close', () => watch.note(request as never, reply as never));
      refuse(surfaceAt(request.url), {}, unreadablePath(error.code), request as never, reply as never);
    },
  }) as unknown as FastifyInstance;
  raw.follow(app);
  const watch = watchRequests(app, options.platform, options.requestLog ?? 'failed');
  acceptJson(app);
  await app.register(multipart, { throwFileSizeLimit: false });
  setAnswerHeaders(app);
  if (options.allowsOrigin) answerOrigins(app, options.allowsOrigin);
  closeSlowCallers(app, callerTimeLimit, raw);
  traceRequests(app, options.platform.process.tracing);
  const endConnections = watchConnections(app.server);
  app.addHook('preClose', async () => {
    closing.abort();
    await endConnections();
  });
  app.setErrorHandler((error, request, reply) => refuse(surfaceAt(request.url), {}, error, request, reply));
  const { methodsOf, literalsBeside } = servedPaths(options.features);
  const makeCall = makerOfCalls(options.platform, closing.signal);
  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const methods = methodsOf(pathOf(request));
    if (methods.length > 0) reply.header('allow', methods.join(', '));
    return refuse(surfaceAt(request.url), {}, unknownRoute(request, methods), request, reply);
  };
  app.setNotFoundHandler(refuseUnknown);
  // Runs before the body is read.
  app.addHook('onRequest', (request, reply, done) => (isUnknown(request) ? void refuseUnknown(request, reply) : done()));
  for (const feature of options.features) {
    for (const endpoint of feature.endpoints)
      withParsers(app, endpoint, (scope) => serve(scope, options, feature, endpoint, { makeCall, literalsBeside }));
    if (feature.pages) servePages(app, options.platform, feature.pages);
  }
  return app;
}

const usesNoSchema = (): never => {
  throw new Error('A route has a schema of Fastify: describe it in the contract instead');
};

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '';

/** Returns whether no operation has the method and the path of a request: a route with a variable may fit the literal path of others. */
function isUnknown(request: FastifyRequest): boolean {
  const { isLiteral } = request.routeOptions.config as { isLiteral?: (path: string) => boolean };
  return request.is404 || isLiteral?.(pathOf(request)) === true;
}

/**
 * @rule requests.method.head
 * @rule requests.refusal.order
 * @rule ip-allowlist.enforce.first
 */
function serve(
  app: FastifyInstance,
  options: HttpOptions,
  feature: Feature,
  operation: Endpoint,
  { makeCall, literalsBeside }: Pick<ServedPaths, 'literalsBeside'> & { makeCall: MakeCall },
): void {
  const [method = '', path = ''] = operation.route.split(' ');
  const enforceLimit = rateLimitOf(options.platform, operation);
  // Made by the first request: for all operations they would be a twentieth of the start.
  let checks: RequestChecks | undefined;
  let mediaType: string | undefined;
  const faultOfAnswer = options.checkAnswers ? answerCheck(operation.route) : undefined;
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // Monitoring services ask for public documents with HEAD. The API does not document HEAD for other operations.
    exposeHeadRoute: operation.allow === 'public',
    ...(operation.bodyLimit !== undefined && { bodyLimit: operation.bodyLimit }),
    config: { operation, isLiteral: literalsBeside(path) },
    errorHandler: (error, request, reply) => {
      if (error instanceof Problem) feature.noteRefused?.(options.platform, refusedRequest(operation, error, request));
      return refuse(feature.surface, feature.constraints ?? {}, error, request, reply, faultOfAnswer);
    },
    // Runs before the body is read, so that a caller without a token learns nothing and causes little work.
    onRequest: async (request, reply) => {
      const caller = operation.allow === 'public' ? undefined : await options.authenticate(headerOf(request), operation);
      if (operation.admit)
        await operation.admit(options.platform, { header: headerOf(request), path: request.params as Record<string, string> });
      const admitted = caller && 'login' in caller ? options.admit(caller, clientOf(request)) : undefined;
      if (admitted) await admitted;
      enforceLimit?.(caller, reply);
      (request as CheckedRequest).caller = caller;
    },
    handler: async (request, reply) => {
      checks ??= requestChecks(operation.route);
      checks.path(request.params);
      const spell = answerSpelling(operation.route);
      if (spell) noteWords(request, operation.route);
      acceptVendorNames(request.query as Record<string, unknown>);
      (request as CheckedRequest).checkedQuery = checks.query(request.query);
      if (!checks.isMultipart) checks.body?.(request.body);
      else if (!request.isMultipart()) throw invalid('unsupported_media_type', 'The body must be multipart/form-data.');
      const { caller } = request as CheckedRequest;
      if (caller && 'login' in caller) requireAllowed(options, operation, caller);
      const answer = await perform(options, operation, request, reply, caller, makeCall);
      if ('stream' in answer) return sendStream(reply, answer);
      const { json } = answer;
      const plain = json !== undefined && (faultOfAnswer || spell) ? JSON.parse(json.toString()) : answer.body;
      const wrong = faultOfAnswer?.(answer.status, plain);
      if (wrong !== undefined) throw new Error(`${operation.route} answered ${answer.status} outside of the contract: ${wrong}`);
      if (answer.wake?.length) options.platform.wakeups.wake(answer.wake);
      if (answer.headers) reply.headers(answer.headers);
      reply.code(answer.status);
      if (plain === undefined && json === undefined) return reply.send();
      mediaType ??= answerType(operation.route);
      if (json !== undefined && !spell) return reply.type(mediaType).send(json);
      const body = spell ? spell(request, answer.status, plain) : plain;
      return reply.type(mediaType).send(JSON.stringify(body));
    },
  });
}

/** A request with what its checks have found: its caller, and its query in the types of the contract. */
type CheckedRequest = FastifyRequest & { caller: AnyActor | undefined; checkedQuery: unknown };

const refusedRequest = ({ route }: Endpoint, problem: Problem, request: FastifyRequest): RefusedRequest => ({
  route,
  problem,
  query: request.query,
  body: request.body,
  header: headerOf(request),
  client: clientOf(request),
});

/** @rule requests.refusal.nothing-behind */
function perform(
  { platform: { db }, record, checkAnswers }: HttpOptions,
  operation: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: AnyActor | undefined,
  makeCall: MakeCall,
): Promise<Answer | Download> {
  const changes = canChange(operation) ? changeOf(operation, request, caller, record) : undefined;
  const origin = {
    request,
    reply,
    caller,
    query: (request as CheckedRequest).checkedQuery,
    change: () => changes ?? changeOf(operation, request, caller, record),
  };
  if (operation.transaction === 'statement' || operation.transaction === 'none') {
    const answer = operation.run(makeCall(origin, db.reader));
    return changes?.alone(answer, checkAnswers) ?? answer;
  }
  return db.transaction((tx) => {
    const answer = operation.run(makeCall(origin, tx));
    return changes?.within(tx, answer) ?? answer;
  }, operation.transaction);
}

/**
 * Checks that the token may be used for the operation, and that the caller has its permission.
 * @rule oauth.use.scope
 * @rule authentication.3.permission
 */
function requireAllowed({ allows }: HttpOptions, { route, allow }: Endpoint, caller: Actor): void {
  const { scopes } = caller;
  if (scopes && !operations[route].scopes.some((scope) => grantsScope(scopes, scope))) throw scopeFault(operations[route].scopes);
  if (allows(caller, allow)) return;
  const wanted = typeof allow === 'object' ? `one of the permissions ${allow.anyOf.join(', ')}` : `the permission ${allow}`;
  throw forbidden('forbidden', `This needs ${wanted}. Ask an administrator for a role that has it.`);
}

/** Adds an operation with the parsers of its bodies. A body of text is not read before the operation asks for it. */
function withParsers(app: FastifyInstance, { route }: Endpoint, add: (scope: FastifyInstance) => void): void {
  const types = bodyTypes(route);
  const [acceptsText, acceptsForm] = [types.includes('text/plain'), types.includes(FORM_TYPE)];
  if (!acceptsText && !acceptsForm) return add(app);
  void app.register(async (scope) => {
    if (acceptsText) {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _body, done) => done(null, undefined));
    } else acceptForms(scope);
    add(scope);
  });
}

function sendStream(reply: FastifyReply, download: Download): FastifyReply {
  reply.code(download.status).type(download.contentType);
  if (download.headers) reply.headers(download.headers);
  if (download.bytes !== undefined) reply.header('content-length', download.bytes);
  if (download.fileName !== undefined) reply.header('content-disposition', attachment(download.fileName));
  finished(reply.raw, () => download.stream.destroy());
  return reply.send(download.stream);
}
