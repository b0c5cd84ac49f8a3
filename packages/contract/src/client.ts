/** The typed client of the API: for the engine, the console and the package `client`, through which the command line and other programs use it. */
import type { AnswerOf, BodyOf, PathOf, QueryOf, Route } from './routes.ts';

type Optional<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };

/** The input of an operation: path variables, query and body as in the contract; `form` for multipart bodies, `headers` for additional headers. */
export type InputOf<R extends Route> = Optional<'path', PathOf<R>> &
  Optional<'query', QueryOf<R>> &
  Optional<'body', BodyOf<R>> & { form?: FormData; signal?: AbortSignal; headers?: Record<string, string> };

/** The address of the API, the caller's token and the transport. */
export type ClientOptions = {
  /** Base address, for example `http://127.0.0.1:8600`. */
  baseUrl: string;
  /** Bearer token; left out for public operations. */
  token?: string;
  /** Name and version of the calling program. */
  userAgent?: string;
  /** Sends the requests in place of `fetch`. */
  send?: (url: string, request: RequestInit) => Promise<Answer>;
};

/** The parts of an answer that the client uses. */
type Answer = Pick<Response, 'ok' | 'status' | 'text' | 'body'> & { headers: Pick<Headers, 'get'> };

/** A refused call: the status, a message that says what to do, the stable code, and the request id under which the server logged the call. */
export class ApiError extends Error {
  readonly status: number;
  /** The field `detail` of the answer; in some parts of the API it is the stable code, or begins with it. */
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
  readonly code: string | undefined;

  constructor(status: number, message: string, detail?: string, requestId?: string, code?: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.detail = detail;
    this.requestId = requestId;
    this.code = code;
  }
}

/** The server could not be reached, or the connection broke before the answer. */
export class UnreachableError extends Error {
  constructor(baseUrl: string, cause: unknown) {
    super(`No answer from ${baseUrl}: ${reasonOf(cause)}`, { cause });
    this.name = 'UnreachableError';
  }
}

/** Calls operations by their route literal. */
export type Client = {
  /** Makes the call and returns the answer of a success. */
  call<R extends Route>(route: R, input?: InputOf<R>): Promise<AnswerOf<R>>;
  /** Makes the call and returns the body as a stream: for downloads. */
  download<R extends Route>(route: R, input?: InputOf<R>): Promise<ReadableStream<Uint8Array>>;
};

/**
 * Makes a client for one server and one caller. Its calls throw an `ApiError` for a refusal, an `UnreachableError` without an answer, a `SyntaxError` if a
 * success is not JSON, and the error of the transport if the connection breaks within a body.
 */
export function createClient(options: ClientOptions): Client {
  const base = options.baseUrl.replace(/\/+$/, '');
  const transport = options.send ?? fetch;

  async function send(route: Route, input: LooseInput): Promise<Answer> {
    const [method = 'GET', template = '/'] = route.split(' ');
    // With this version answers have our words, also about objects that other programs wrote in the words of the published product.
    const headers: Record<string, string> = { accept: 'application/json', 'service-version': '2021-03' };
    if (options.token) headers['authorization'] = `Bearer ${options.token}`;
    if (options.userAgent) headers['user-agent'] = options.userAgent;
    Object.assign(headers, input.headers);
    const request: RequestInit = { method, headers };
    if (input.signal) request.signal = input.signal;
    if (input.form) request.body = input.form;
    else if (input.body !== undefined) {
      headers['content-type'] = 'application/json';
      request.body = JSON.stringify(input.body);
    }
    let response: Answer;
    try {
      response = await transport(base + fill(template, input.path ?? {}) + search(input.query ?? {}), request);
    } catch (cause) {
      throw new UnreachableError(base, cause);
    }
    if (!response.ok) throw await refusal(response);
    return response;
  }

  return {
    async call(route, input) {
      const response = await send(route, (input ?? {}) as LooseInput);
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) } as unknown as AnswerOf<typeof route>;
    },
    async download(route, input) {
      const response = await send(route, (input ?? {}) as LooseInput);
      // An answer without a body is a stream that has ended.
      return response.body ?? new ReadableStream({ start: (controller) => controller.close() });
    },
  };
}

type LooseInput = {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: FormData;
  signal?: AbortSignal;
  headers?: Record<string, string>;
};

function fill(template: string, values: Record<string, unknown>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

function search(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).filter((item) => item !== undefined).map((item): [string, string] => [name, String(item)]),
  );
  return pairs.length ? `?${new URLSearchParams(pairs)}` : '';
}

async function refusal(response: Answer): Promise<ApiError> {
  const text = await response.text();
  let body: RefusalBody = {};
  try {
    const parsed = JSON.parse(text);
    const [error] = (parsed.errors ?? []) as { detail?: string; meta?: { code?: string } }[];
    body = error ? { message: error.detail, detail: error.meta?.code, code: error.meta?.code } : parsed;
  } catch {
    // A proxy may have answered in another format. The beginning of its text is the best message available.
    body = { message: text.slice(0, 200) };
  }
  const message = body.message ?? body.detail ?? body.details ?? body.reason ?? `The server answered ${response.status}`;
  const requestId = body.requestId ?? response.headers.get('x-request-id') ?? undefined;
  return new ApiError(response.status, message, body.detail, requestId, codeOf(body));
}

type RefusalBody = {
  message?: string;
  detail?: string;
  details?: string;
  /** That of a health that is not ready. */
  reason?: string;
  requestId?: string;
  code?: string;
  cause?: string;
  exception?: string;
};

/** The stable code, which each part of the API has in another field. */
const codeOf = ({ code, cause, exception, detail }: RefusalBody): string | undefined =>
  code ?? cause ?? exception ?? /^[\w-]+(?=: |$)/.exec(detail ?? '')?.[0];

function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  if (!(inner instanceof Error)) return String(inner);
  const code = (inner as { code?: string }).code;
  // The message of OpenSSL names its source files.
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'there is no TLS at this address; it may have to begin with http://';
  return inner.message || code || inner.name;
}
