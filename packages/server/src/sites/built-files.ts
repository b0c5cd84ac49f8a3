/** Sends the files of built sites, the console and the manual, with their headers and in the compressed forms that the build has written beside them. */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** All content comes from this server; only pictures may be inline. */
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
export const PAGE_HEADERS = {
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

/** The media types of files by file name extension. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** These pictures and fonts are compressed already: they have no other forms. */
const NEVER_COMPRESSED: ReadonlySet<string> = new Set(['.png', '.woff2']);

/** The extensions that the build adds to the names of compressed files, by encoding, that of the smallest file first. */
const EXTENSION_BY_ENCODING: ReadonlyMap<string, string> = new Map([
  ['br', '.br'],
  ['gzip', '.gz'],
]);

/** Sends a page. A browser that has it already, by its `tag`, gets only the status 304. */
export async function sendBuiltPage(request: FastifyRequest, reply: FastifyReply, file: string, tag: string): Promise<FastifyReply> {
  reply.headers(PAGE_HEADERS).header('etag', tag);
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
  return sendBuiltFile(request, reply, file);
}

/** Sends a file in the smallest form that the caller accepts. */
async function sendBuiltFile({ headers }: FastifyRequest, reply: FastifyReply, file: string): Promise<FastifyReply> {
  const wanted = (headers['accept-encoding'] ?? '').split(',').filter((one) => !/;\s*q=0(?:\.0+)?\s*$/.test(one));
  const accepted = new Set(wanted.map((one) => one.trim().replace(/;.*/, '')));
  const [encoding, extension] = [...EXTENSION_BY_ENCODING].find(([one]) => accepted.has(one)) ?? [];
  reply.type(MEDIA_TYPES[extname(file)] ?? 'application/octet-stream').header('vary', 'accept-encoding, origin');
  if (encoding === undefined || NEVER_COMPRESSED.has(extname(file))) return reply.send(await readFile(file));
  return reply.header('content-encoding', encoding).send(await readFile(`${file}${extension}`));
}

/** Sends the file `name` of the folder `assets` of a site. Only names of `assets` are known, so that none leads out of the folder. */
export async function sendAsset(request: FastifyRequest, reply: FastifyReply, folder: string, assets: ReadonlySet<string>): Promise<void> {
  const { name } = request.params as { name: string };
  // Compressed forms have no media type: they are sent only in place of their file.
  if (!assets.has(name) || MEDIA_TYPES[extname(name)] === undefined) return void reply.callNotFound();
  await sendBuiltFile(request, reply.headers(ASSET_HEADERS), join(folder, 'assets', name));
}
