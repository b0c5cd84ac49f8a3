/** Signed download addresses of this server, which need no token and expire. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isKey, safeFileName, type DownloadTerms } from './blob-store.ts';
import { nowMilliseconds } from '../base/clock.ts';
import { forbidden, notFound, Problem } from '../base/problem.ts';

/** The content of a link, and its file name and media type. */
export type Linked = { key: string; fileName: string; contentType: string };

/** Creates and reads links. */
export type DownloadLinks = {
  urlOf(key: string, terms: DownloadTerms): string;
  /** Reads the token of a link; refuses a token with a wrong signature and an expired one. */
  read(token: string): Linked;
};

/** The path of the route that serves downloads. */
const PATH = '/downloads/';
const TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}(?:; ?charset=[\w-]{1,20})?$/;
const TOKEN = /^([\w-]{1,400})\.([\w-]{43})$/;

/** Signs links with the first key of the install, and accepts signatures of all keys, so that links stay valid after a change of keys. */
export function createDownloadLinks(keys: readonly [Buffer, ...Buffer[]], publicUrl: () => string): DownloadLinks {
  const signingKey = derive(keys[0]);
  const keyRing = keys.map(derive);
  return {
    urlOf: (key, { fileName, contentType, expiresInSeconds }) => {
      if (!isKey(key) || !TYPE.test(contentType)) throw new Error('A link needs a key and a media type');
      const expires = Math.floor(nowMilliseconds() / 1000) + expiresInSeconds;
      const signed = Buffer.from(JSON.stringify([key, expires, contentType, safeFileName(fileName)])).toString('base64url');
      return `${publicUrl()}${PATH}${signed}.${sign(signingKey, signed).toString('base64url')}`;
    },
    read: (token) => {
      const [, signed = '', signature = ''] = TOKEN.exec(token) ?? [];
      if (signed === '') throw notFound('Download', token);
      const sent = Buffer.from(signature, 'base64url');
      if (!keyRing.some((key) => timingSafeEqual(sign(key, signed), sent)))
        throw forbidden('forbidden', 'The address of this download was changed or was not made by this install: ask for a new one.');
      const [key, expires, contentType, fileName] = JSON.parse(Buffer.from(signed, 'base64url').toString()) as [
        string,
        number,
        string,
        string,
      ];
      if (nowMilliseconds() >= expires * 1000)
        throw new Problem(410, 'link_expired', 'The address of this download has expired: ask for a new one.');
      return { key, fileName, contentType };
    },
  };
}

const derive = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'millrace download links', 32));

const sign = (key: Buffer, signed: string): Buffer => createHmac('sha256', key).update(signed).digest();
