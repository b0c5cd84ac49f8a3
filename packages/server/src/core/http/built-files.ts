/** Files of a built site (the console, the manual): their headers, and the compressed forms that the build has written beside them. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

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
export const ASSET_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' };

/** The media types of assets by file name extension. */
export const ASSET_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Pictures of this kind are compressed already: they have no other forms. */
const COMPRESSED_PICTURE = '.png';

/** File name extensions of the compressed files of the build, by encoding, the smallest file first. */
const COMPRESSED_EXTENSIONS = { br: '.br', gzip: '.gz' } as const;

/** Sends a page. A browser that has it already, by its `tag`, gets only the status 304. */
export async function sendBuiltPage(request: FastifyRequest, reply: FastifyReply, file: string, tag: string): Promise<FastifyReply> {
  reply.headers(PAGE_HEADERS).header('etag', tag);
  if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
  return sendBuiltFile(request, reply, file);
}

/** Sends a file in the smallest form that the caller accepts. */
export async function sendBuiltFile({ headers }: FastifyRequest, reply: FastifyReply, file: string): Promise<FastifyReply> {
  const wanted = (headers['accept-encoding'] ?? '').split(',').filter((one) => !/;\s*q=0(?:\.0+)?\s*$/.test(one));
  const accepted = new Set(wanted.map((one) => one.trim().replace(/;.*/, '')));
  const encoding = (['br', 'gzip'] as const).find((one) => accepted.has(one));
  reply.type(ASSET_TYPES[extname(file)] ?? 'application/octet-stream').header('vary', 'accept-encoding, origin');
  if (encoding === undefined || extname(file) === COMPRESSED_PICTURE) return reply.send(await readFile(file));
  return reply.header('content-encoding', encoding).send(await readFile(file + COMPRESSED_EXTENSIONS[encoding]));
}
