/** Serves the built console: its page for the paths of its sections, and the files that the page loads. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
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

const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // A browser asks each time, and gets the page only when it has changed.
  'cache-control': 'no-cache',
};

/** The name of such a file contains the hash of its content. */
const ASSET_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' };

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** File name extensions of the compressed files of the build, by encoding, the smallest file first. */
const FORMS = { br: '.br', gzip: '.gz' } as const;

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
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers(PAGE_HEADERS).header('etag', tag);
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
    return sendFile(request, reply, join(folder, 'index.html'));
  };
  for (const path of ['/', ...segments.flatMap((segment) => [`/${segment}`, `/${segment}/*`])]) app.get(path, sendPage);
  app.get(`${ASSETS_PATH}/:name`, async (request, reply) => {
    const { name } = request.params as { name: string };
    // Only files that were there at the start: no name leads out of the folder.
    if (!assets.has(name) || TYPES[extname(name)] === undefined) return void reply.callNotFound();
    return sendFile(request, reply.headers(ASSET_HEADERS), join(folder, 'assets', name));
  });
}

async function sendFile({ headers }: FastifyRequest, reply: FastifyReply, file: string): Promise<FastifyReply> {
  const wanted = (headers['accept-encoding'] ?? '').split(',').filter((one) => !/;\s*q=0(?:\.0+)?\s*$/.test(one));
  const accepted = new Set(wanted.map((one) => one.trim().replace(/;.*/, '')));
  const encoding = (['br', 'gzip'] as const).find((one) => accepted.has(one));
  reply.type(TYPES[extname(file)] ?? 'application/octet-stream').header('vary', 'accept-encoding, origin');
  if (encoding === undefined) return reply.send(await readFile(file));
  return reply.header('content-encoding', encoding).send(await readFile(file + FORMS[encoding]));
}
