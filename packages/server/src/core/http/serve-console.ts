/** Serves the built console: its page for the paths of its sections, and the files that the page loads. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ASSET_HEADERS, sendBuiltFile, sendBuiltPage, ASSET_TYPES } from './built-files.ts';

/** The folder of the console. */
export const ASSETS_PATH = '/assets';

/** Serves the console of a folder that `packages/console/scripts/build.ts` has written. */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  const { segments } = JSON.parse(await readFile(join(folder, 'console.json'), 'utf8')) as { segments: string[] };
  const assets = new Set(await readdir(join(folder, 'assets')));
  const tag = `"${createHash('sha256')
    .update(await readFile(join(folder, 'index.html')))
    .digest('base64url')
    .slice(0, 22)}"`;
  const sendPage = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendBuiltPage(request, reply, join(folder, 'index.html'), tag);
  for (const path of ['/', ...segments.flatMap((segment) => [`/${segment}`, `/${segment}/*`])]) app.get(path, sendPage);
  app.get(`${ASSETS_PATH}/:name`, async (request, reply) => {
    const { name } = request.params as { name: string };
    // Only files that were there at the start: no name leads out of the folder.
    if (!assets.has(name) || ASSET_TYPES[extname(name)] === undefined) return void reply.callNotFound();
    return sendBuiltFile(request, reply.headers(ASSET_HEADERS), join(folder, 'assets', name));
  });
}
