/** Serves the documents about the API, the reference page, and the home page of servers without the console. The pages need no other host. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { FONT_PATH, HOME_STYLE, homePage, REFERENCE_SCRIPT, referencePage, referenceStyle } from './docs-pages.ts';

type ServedFile = { type: string; content: () => string | Promise<Buffer> };

const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

// The pages can reach only this server. This stays true after an update of the package of the reference page.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' };

/** The documents for programs: OpenAPI of the operations, AsyncAPI of what the server sends. Each is built when it is first requested. */
export type ServedDocuments = { openapi(): object; asyncapi(): object };

/**
 * Serves the documents at `/openapi.json` and `/asyncapi.json`, and the reference page at `/docs`, without a token; and with `hasHome` a page with links
 * at `/`, for servers without the console.
 */
export async function serveDocs(app: FastifyInstance, documents: ServedDocuments, version: string, { hasHome = true } = {}): Promise<void> {
  for (const [name, build] of Object.entries(documents)) {
    let text: string | undefined;
    app.get(`/${name}.json`, (_request, reply) => reply.type('application/json; charset=utf-8').send((text ??= JSON.stringify(build()))));
  }
  app.get('/docs', (_request, reply) => reply.headers(HEADERS).header('cache-control', 'no-cache').type(HTML).send(referencePage(version)));
  if (hasHome)
    app.get('/', (_request, reply) => reply.headers(HEADERS).header('cache-control', 'no-cache').type(HTML).send(homePage(version)));
  const files: Record<string, ServedFile> = {
    'home.css': { type: CSS, content: () => HOME_STYLE },
    'page.css': { type: CSS, content: () => referenceStyle(version) },
    'page.js': { type: SCRIPT, content: () => REFERENCE_SCRIPT },
    [basename(FONT_PATH)]: { type: 'font/woff2', content: packaged('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2') },
    'swagger-ui.css': { type: CSS, content: packaged('@fastify/swagger-ui/static/swagger-ui.css') },
    'swagger-ui-bundle.js': { type: SCRIPT, content: packaged('@fastify/swagger-ui/static/swagger-ui-bundle.js') },
  };
  for (const [name, { type, content }] of Object.entries(files)) {
    // Browsers cache it for a day. The url contains the version, so a new release is loaded at once.
    app.get(`/docs/${name}`, async (_request, reply) =>
      reply
        .headers(HEADERS)
        .header('cache-control', 'public, max-age=86400')
        .type(type)
        .send(await content()),
    );
  }
}

/** A file of a package, read when it is requested; the package itself is not loaded. */
const packaged = (name: string) => (): Promise<Buffer> => readFile(fileURLToPath(import.meta.resolve(name)));
