/** Serves the built manual, or a page that says how to build it. */
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAGE_HEADERS, sendAsset, sendBuiltPage } from './built-files.ts';

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
const endsWithSlash = ({ url }: FastifyRequest): boolean => /^[^?]*\/(?:\?|$)/.test(url);

/** Serves the manual of a folder that `packages/manual/scripts/build.ts` has written; without a folder, a page that says how to build it. */
export async function serveManual(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined) {
    for (const path of [MANUAL_PATH, `${MANUAL_PATH}/*`]) app.get(path, (_request, reply) => sendNotice(reply, NOT_BUILT));
    return;
  }
  const list = JSON.parse(await readFile(join(folder, 'manual.json'), 'utf8')) as { pages: Record<string, string>; assets: string[] };
  const pages = new Map(Object.entries(list.pages));
  const assets = new Set(list.assets);
  app.get(`${MANUAL_PATH}/assets/:name`, (request, reply) => sendAsset(request, reply, folder, assets));
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [address = ''] = ((request.params as { '*'?: string })['*'] ?? '').split(/\/$/);
    const file = `${address || 'index'}.html`;
    const hash = pages.get(file);
    // The links of a page are relative. At `…/first-run/` they would lead elsewhere, so that address is redirected to `…/first-run`.
    if (hash !== undefined && address !== '' && endsWithSlash(request))
      return reply
        .header('location', `../${posix.basename(address)}`)
        .code(308)
        .send();
    if (hash !== undefined) return sendBuiltPage(request, reply, join(folder, file), `"${hash}"`);
    // A link to the name of a file leads to its page: `npm run docs:site` writes such links, and addresses were such names until 0.1.0.
    const clean = address.replace(/(?:\/README)?\.html$/, '').replace(/^index$/, '');
    if (clean === address || !pages.has(`${clean || 'index'}.html`)) return sendNotice(reply, NO_SUCH_PAGE);
    const location = posix.relative(address.replace(/[^/]*$/, ''), clean) || (clean === '' ? './' : `../${posix.basename(clean)}`);
    return reply.header('location', location).code(308).send();
  };
  app.get(`${MANUAL_PATH}/*`, sendPage);
  app.get(MANUAL_PATH, (request, reply) =>
    // A relative address stays right behind a proxy that adds a path.
    endsWithSlash(request) ? sendPage(request, reply) : reply.header('location', 'manual/').code(308).send(),
  );
}
