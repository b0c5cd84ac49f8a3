/** The served documents about the API and the reference page, which needs no other host. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

type File = { type: string; content: () => string | Promise<Buffer> };

const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

// The page can reach only this server. This stays true after an update of its package.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' };

const page = (version: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Millrace API ${version}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css?${version}">
<link rel="stylesheet" href="/docs/page.css?${version}">
<div id="reference"></div>
<noscript>This page needs JavaScript; the document itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/swagger-ui-bundle.js?${version}"></script>
<script src="/docs/page.js?${version}"></script>
`;

const home = (version: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Millrace ${version}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/home.css?${version}">
<main>
<h1>Millrace <small>${version}</small></h1>
<p>The control plane for data integration runs here. Programs and the command line <code>millrace</code> speak to it at this address.</p>
<ul>
<li><a href="/account">Your account</a>: password, second factor and sessions</li>
<li><a href="/manual/">Manual</a>: tutorials, how-to guides, reference and explanations</li>
<li><a href="/docs">API reference</a>: every operation, to read and to try</li>
<li><a href="/openapi.json">OpenAPI document</a>: for generators of clients</li>
<li><a href="/asyncapi.json">AsyncAPI document</a>: the events that the server sends</li>
<li><a href="/readyz">Readiness</a> and <a href="/healthz">health</a>: for monitoring</li>
</ul>
</main>
`;

const HOME_STYLE = `:root { color-scheme: light dark }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 42rem; margin: 12vh auto 0; padding: 0 1.5rem }
h1 { font-size: 1.75rem; margin: 0 0 .5rem }
small { font-size: 1rem; font-weight: normal; opacity: .65 }
ul { padding-left: 1.2rem }
li { margin: .35rem 0 }
`;

const START = `window.ui = SwaggerUIBundle({
  dom_id: '#reference',
  url: '/openapi.json',
  deepLinking: true,
  filter: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

const STYLE = `body { margin: 0 }
noscript { display: block; margin: 2rem; font-family: sans-serif }
.swagger-ui .wrapper { max-width: 1100px }
.swagger-ui .info { margin: 28px 0 16px }
.swagger-ui .info .title { font-size: 28px }
.swagger-ui .scheme-container { margin: 0; padding: 0; background: none; box-shadow: none }
.swagger-ui .filter .operation-filter-input { margin: 12px 0; border-width: 1px; border-radius: 4px }
.swagger-ui .opblock-tag { font-size: 19px }
.swagger-ui .opblock { margin: 0 0 6px; box-shadow: none }
.swagger-ui .opblock .opblock-summary-path { font-size: 14px }
`;

/** The documents for programs: OpenAPI of the operations, AsyncAPI of what the server sends. */
export type ServedDocuments = { openapi: object; asyncapi: object };

/**
 * Serves the documents at `/openapi.json` and `/asyncapi.json`, and the reference page at `/docs`, without a token; and with `hasHome` a page with links
 * at `/`, for servers without the console.
 */
export async function serveDocs(app: FastifyInstance, documents: ServedDocuments, version: string, { hasHome = true } = {}): Promise<void> {
  for (const [name, document] of Object.entries(documents)) {
    const text = JSON.stringify(document);
    app.get(`/${name}.json`, (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
  }
  app.get('/docs', (_request, reply) => reply.headers(HEADERS).header('cache-control', 'no-cache').type(HTML).send(page(version)));
  if (hasHome) app.get('/', (_request, reply) => reply.headers(HEADERS).header('cache-control', 'no-cache').type(HTML).send(home(version)));
  const files: Record<string, File> = {
    'home.css': { type: CSS, content: () => HOME_STYLE },
    'page.css': { type: CSS, content: () => STYLE },
    'page.js': { type: SCRIPT, content: () => START },
    'swagger-ui.css': { type: CSS, content: packaged('swagger-ui.css') },
    'swagger-ui-bundle.js': { type: SCRIPT, content: packaged('swagger-ui-bundle.js') },
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

/** A file of the package, read when it is requested; the plugin itself is not loaded. */
const packaged = (name: string) => (): Promise<Buffer> =>
  readFile(fileURLToPath(import.meta.resolve(`@fastify/swagger-ui/static/${name}`)));
