/** Serves the built manual at `/manual`, without a token and without any other host. */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ASSET_HEADERS, ASSET_TYPES, PAGE_HEADERS, sendBuiltFile, sendBuiltPage } from './built-files.ts';

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
    const page = (request.params as { '*'?: string })['*'] || 'index.html';
    const hash = pages.get(page);
    if (hash === undefined) return sendNotice(reply, NO_SUCH_PAGE);
    return sendBuiltPage(request, reply, join(folder, page), `"${hash}"`);
  };
  app.get(`${MANUAL_PATH}/*`, sendPage);
  app.get(MANUAL_PATH, (request, reply) =>
    // Links of pages begin at their folder. A relative address stays right behind a proxy that adds a path. The router accepts both forms of this path.
    /^[^?]*\/(?:\?|$)/.test(request.url) ? sendPage(request, reply) : reply.header('location', 'manual/').code(308).send(),
  );
}
