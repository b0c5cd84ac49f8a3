/** Headers of requests and answers: origins of pages, cookies, HTTP Basic, and paths of redirects. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Headers of answers that programs read, beside those that every page may read. */
const EXPOSED =
  'content-disposition, location, retry-after, www-authenticate, x-log-next-request-end-time, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id';
const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const REQUEST_HEADERS =
  'authorization, content-type, accept, traceparent, x-request-id, service-confirm-delete, qlik-confirm-delete, service-version, talend-version, qlik-api-version';
const PREFLIGHT_SECONDS = '600';

/**
 * Answers pages of allowed origins (CORS): a browser lets a page read an answer only if the answer names the origin of the page.
 * Such a page sends a token, and never the cookies of a person: no answer allows credentials.
 * Added before the hooks that refuse, so that a page can read refusals, too.
 */
export function answerOrigins(app: FastifyInstance, isAllowed: (origin: string) => Promise<boolean>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || isForOwnPages(request)) return done();
    void isAllowed(origin).then((allowed) => {
      if (!allowed) return done();
      reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED });
      if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return done();
      // A preflight: the request by which a browser asks whether it may send another one.
      return void reply
        .code(204)
        .headers({
          'access-control-allow-methods': METHODS,
          'access-control-allow-headers': REQUEST_HEADERS,
          'access-control-max-age': PREFLIGHT_SECONDS,
        })
        .send();
    }, done);
  });
}

const isForOwnPages = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { operation?: { ownPagesOnly?: boolean } }).operation?.ownPagesOnly === true;

/** A cookie of ours: for all paths of this server, without access by scripts, and not sent with posts from other sites. */
type OwnCookie = { name: string; secure: boolean };

/** The name of a cookie, which depends on the address of the server. With https it is only sent by https, and no other host of the domain can set it. */
export const ownCookie = (name: string, publicUrl: string): OwnCookie =>
  publicUrl.startsWith('https:') ? { name: `__Host-${name}`, secure: true } : { name, secure: false };

/** Reads a value from the header Cookie; undefined if the header has no such cookie, an empty one, or several. */
export function readCookie({ name }: OwnCookie, header: string | undefined): string | undefined {
  const values = (header ?? '').split(';').flatMap((part) => {
    const [key, ...value] = part.split('=');
    return key?.trim() === name ? [value.join('=').trim()] : [];
  });
  return values.length === 1 && values[0] !== '' ? values[0] : undefined;
}

/** Builds the header Set-Cookie. The value consists of characters of base64url. With 0 seconds, the browser deletes the cookie. */
export const cookieText = ({ name, secure }: OwnCookie, value: string, seconds: number): string =>
  `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/**
 * Reads user and password of HTTP Basic (RFC 7617) from the header Authorization, as the caller has written them.
 * Null if the header has none that can be read; undefined for another scheme and without the header.
 */
export function basicCredentials(header: string | undefined): { user: string; password: string } | null | undefined {
  if (!/^Basic\b/i.test(header ?? '')) return undefined;
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header ?? '')?.[1];
  const [, user, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  return user === undefined || password === undefined ? null : { user, password };
}

/**
 * Returns the path of an address of this server, below the path of its public address. A redirect names no host, because a client that called by another
 * name of this server would follow it without its token.
 */
export const ownPath = (publicUrl: string, path: string): string => new URL(publicUrl).pathname.replace(/\/$/, '') + path;
