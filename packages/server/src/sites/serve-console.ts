/** Serves the built console. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendAsset, sendBuiltPage } from './built-files.ts';

/** The path of the console's assets, whose names contain the hash of their content. */
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
  app.get(`${ASSETS_PATH}/:name`, (request, reply) => sendAsset(request, reply, folder, assets));
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
