/** Addresses on this server that open content without a token for some time: what they say is signed, and nothing else is believed. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isKey, safeFileName, type DownloadTerms } from './blob-store.ts';
import { nowMilliseconds } from '../base/clock.ts';
import { forbidden, notFound, Problem } from '../base/problem.ts';

/** What a link opens, and how that is handed out. */
export type Linked = { key: string; fileName: string; contentType: string };

/** Makes links and reads them. */
export type DownloadLinks = {
  urlOf(key: string, terms: DownloadTerms): string;
  /** Reads the token of a link; one that was not made here, or has run out, is refused. */
  read(token: string): Linked;
};

/** The base of what is opened, as routes have it. */
const PATH = '/downloads/';
const TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}(?:; ?charset=[\w-]{1,20})?$/;
const TOKEN = /^([\w-]{1,400})\.([\w-]{43})$/;

/** Binds links to the keys of the install: the first signs, all are believed, so that a change of keys breaks no link. */
export function createDownloadLinks(keys: readonly [Buffer, ...Buffer[]], publicUrl: () => string): DownloadLinks {
  const signing = derive(keys[0]);
  const ring = keys.map(derive);
  return {
    urlOf: (key, { fileName, contentType, expiresInSeconds }) => {
      if (!isKey(key) || !TYPE.test(contentType)) throw new Error('A link needs a key and a media type');
      const expires = Math.floor(nowMilliseconds() / 1000) + expiresInSeconds;
      const said = Buffer.from(JSON.stringify([key, expires, contentType, safeFileName(fileName)])).toString('base64url');
      return `${publicUrl()}${PATH}${said}.${sign(signing, said).toString('base64url')}`;
    },
    read: (token) => {
      const [, said = '', signature = ''] = TOKEN.exec(token) ?? [];
      if (said === '') throw notFound('Download', token);
      const given = Buffer.from(signature, 'base64url');
      if (!ring.some((key) => timingSafeEqual(sign(key, said), given)))
        throw forbidden('forbidden', 'The address of this download was changed or was not made by this install: ask for a new one.');
      const [key, expires, contentType, fileName] = JSON.parse(Buffer.from(said, 'base64url').toString()) as [
        string,
        number,
        string,
        string,
      ];
      if (nowMilliseconds() >= expires * 1000)
        throw new Problem(410, 'link_expired', 'The address of this download has run out: ask for a new one.');
      return { key, fileName, contentType };
    },
  };
}

const derive = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'millrace download links', 32));

const sign = (key: Buffer, said: string): Buffer => createHmac('sha256', key).update(said).digest();
