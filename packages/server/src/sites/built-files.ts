/** Serves built sites, the console and the manual: their files and headers, and the compressed forms that the build has written beside them. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, posix } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** All content comes from this server, and none of it is inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of pages. */
const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // A browser asks each time, and gets the page only when it has changed.
  'cache-control': 'no-cache',
};

/** The headers of assets: the name of such a file contains the hash of its content. */
const ASSET_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' };

/** The media types of assets by file name extension. */
const ASSET_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Pictures and fonts are compressed already: they have no other forms. */
const COMPRESSED: ReadonlySet<string> = new Set(['.png', '.woff2']);

/** File name extensions of the compressed files of the build, by encoding, the smallest file first. */
const COMPRESSED_EXTENSIONS = { br: '.br', gzip: '.gz' } as const;

/** Sends a page. A browser that has it already, by its `tag`, gets only the status 304. */
async function sendBuiltPage(request: FastifyRequest, reply: FastifyReply, file: string, tag: string): Promise<FastifyReply> {
  reply.headers(PAGE_HEADERS).header('etag', tag);
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
  return sendBuiltFile(request, reply, file);
}

/** Sends a file in the smallest form that the caller accepts. */
async function sendBuiltFile({ headers }: FastifyRequest, reply: FastifyReply, file: string): Promise<FastifyReply> {
  const wanted = (headers['accept-encoding'] ?? '').split(',').filter((one) => !/;\s*q=0(?:\.0+)?\s*$/.test(one));
  const accepted = new Set(wanted.map((one) => one.trim().replace(/;.*/, '')));
  const encoding = (['br', 'gzip'] as const).find((one) => accepted.has(one));
  reply.type(ASSET_TYPES[extname(file)] ?? 'application/octet-stream').header('vary', 'accept-encoding, origin');
  if (encoding === undefined || COMPRESSED.has(extname(file))) return reply.send(await readFile(file));
  return reply.header('content-encoding', encoding).send(await readFile(file + COMPRESSED_EXTENSIONS[encoding]));
}

/** The folder of the console. */
export const ASSETS_PATH = '/assets';

/** The list of a build: the first segments of its paths, and its pages for addresses of the API, such as `/tasks/{id}` for `/…/tasks/{id}`. */
type ConsoleList = { segments: string[]; pages?: Record<string, string> };

/** Serves the console of a folder that `packages/console/scripts/build.ts` has written. */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  const { segments, pages = {} } = JSON.parse(await readFile(join(folder, 'console.json'), 'utf8')) as ConsoleList;
  const assets = new Set(await readdir(join(folder, 'assets')));
  const tag = `"${createHash('sha256')
    .update(await readFile(join(folder, 'index.html')))
    .digest('base64url')
    .slice(0, 22)}"`;
  const sendPage = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendBuiltPage(request, reply, join(folder, 'index.html'), tag);
  for (const path of ['/', ...segments.flatMap((segment) => [`/${segment}`, `/${segment}/*`])]) app.get(path, sendPage);
  redirectBrowsers(app, pages);
  app.get(`${ASSETS_PATH}/:name`, async (request, reply) => {
    const { name } = request.params as { name: string };
    // Only files that were there at the start: no name leads out of the folder.
    if (!assets.has(name) || ASSET_TYPES[extname(name)] === undefined) return void reply.callNotFound();
    return sendBuiltFile(request, reply.headers(ASSET_HEADERS), join(folder, 'assets', name));
  });
  // A person who mistypes an address gets a page that says so. A program gets the refusal of the API.
  app.get('/*', (request, reply) => (isForPerson(request) ? sendPage(request, reply.code(404)) : void reply.callNotFound()));
}

/** Returns whether a browser asks for a page to show: programs send a token, or do not ask for HTML. */
const isForPerson = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.authorization === undefined && /\btext\/html\b/.test(headers.accept ?? '');

/**
 * Redirects browsers from addresses of the API to pages of the console: mails contain such addresses, and a browser sends no token there.
 */
function redirectBrowsers(app: FastifyInstance, pages: Readonly<Record<string, string>>): void {
  const forms = Object.entries(pages).map(([from, to]) => ({ form: new RegExp(`^${from.replace('{id}', '([\\w-]+)')}$`), to }));
  app.addHook('onRequest', (request, reply, done) => {
    if (!isForPerson(request)) return done();
    const [path = ''] = request.url.split('?');
    for (const { form, to } of forms) {
      const id = form.exec(path)?.[1];
      if (id !== undefined) return void reply.redirect(to.replace('{id}', id));
    }
    return done();
  });
}

/** The path of the manual. */
export const MANUAL_PATH = '/manual';

const notice = (title: string, text: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<main>
<h1>${title}</h1>
${text}
</main>
`;

const NOT_BUILT = notice(
  'This server has no manual',
  `<p><code>npm start</code> builds the manual and serves it here. For a server that starts in another way, run
<code>npm run docs:site</code> in the repository, set <code>MILLRACE_MANUAL_FOLDER</code> to the folder that it names, and start the server again.
The folder <code>docs</code> of the repository has the same pages.</p>`,
);

const NO_SUCH_PAGE = notice(
  'The manual has no such page',
  `<p>Perhaps it has another name in this version: see the <a href="${MANUAL_PATH}/">start page</a>.</p>`,
);

const sendNotice = (reply: FastifyReply, html: string): FastifyReply =>
  reply.code(404).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(html);

/** Returns whether the path ends with a slash. */
const isFolder = ({ url }: FastifyRequest): boolean => /^[^?]*\/(?:\?|$)/.test(url);

/** Serves the manual of a folder that `packages/manual/scripts/build.ts` has written; without a folder, a page that says how to build it. */
export async function serveManual(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined) {
    for (const path of [MANUAL_PATH, `${MANUAL_PATH}/*`]) app.get(path, (_request, reply) => sendNotice(reply, NOT_BUILT));
    return;
  }
  const list = JSON.parse(await readFile(join(folder, 'manual.json'), 'utf8')) as { pages: Record<string, string>; assets: string[] };
  const pages = new Map(Object.entries(list.pages));
  const assets = new Set(list.assets);
  app.get(`${MANUAL_PATH}/assets/:name`, async (request, reply) => {
    const { name } = request.params as { name: string };
    // Only files of the list: no name leads out of the folder.
    if (!assets.has(name) || ASSET_TYPES[extname(name)] === undefined) return void reply.callNotFound();
    return sendBuiltFile(request, reply.headers(ASSET_HEADERS), join(folder, 'assets', name));
  });
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [address = ''] = ((request.params as { '*'?: string })['*'] ?? '').split(/\/$/);
    const file = `${address || 'index'}.html`;
    const hash = pages.get(file);
    // Links of a page begin at its folder, so `…/first-run/` would have others than `…/first-run`. The router accepts both.
    if (hash !== undefined && address !== '' && isFolder(request))
      return reply
        .header('location', `../${posix.basename(address)}`)
        .code(308)
        .send();
    if (hash !== undefined) return sendBuiltPage(request, reply, join(folder, file), `"${hash}"`);
    // Addresses had the names of files until 0.1.0.
    const clean = address.replace(/(?:\/README)?\.html$/, '').replace(/^index$/, '');
    if (clean === address || !pages.has(`${clean || 'index'}.html`)) return sendNotice(reply, NO_SUCH_PAGE);
    const location = posix.relative(address.replace(/[^/]*$/, ''), clean) || (clean === '' ? './' : `../${posix.basename(clean)}`);
    return reply.header('location', location).code(308).send();
  };
  app.get(`${MANUAL_PATH}/*`, sendPage);
  app.get(MANUAL_PATH, (request, reply) =>
    // A relative address stays right behind a proxy that adds a path.
    isFolder(request) ? sendPage(request, reply) : reply.header('location', 'manual/').code(308).send(),
  );
}
