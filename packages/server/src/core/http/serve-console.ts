/** Serves the built console: its page for the paths of its sections, and the files that the page loads. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ASSET_HEADERS, sendBuiltFile, sendBuiltPage, ASSET_TYPES } from './built-files.ts';

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
}

/**
 * Redirects browsers from addresses of the API to pages of the console: mails contain such addresses, and a browser sends no token there. Programs are not
 * affected, because they send a token or do not ask for HTML.
 */
function redirectBrowsers(app: FastifyInstance, pages: Readonly<Record<string, string>>): void {
  const forms = Object.entries(pages).map(([from, to]) => ({ form: new RegExp(`^${from.replace('{id}', '([\\w-]+)')}$`), to }));
  app.addHook('onRequest', ({ method, headers, url }, reply, done) => {
    if (method !== 'GET' || headers.authorization !== undefined || !/\btext\/html\b/.test(headers.accept ?? '')) return done();
    const [path = ''] = url.split('?');
    for (const { form, to } of forms) {
      const id = form.exec(path)?.[1];
      if (id !== undefined) return void reply.redirect(to.replace('{id}', id));
    }
    return done();
  });
}
