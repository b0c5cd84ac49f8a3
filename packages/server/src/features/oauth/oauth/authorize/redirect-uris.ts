/** Redirect URIs: checks whether a client has one, and adds an answer to one. */
import type { UsableClient } from '../../oauth-clients/index.ts';

const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::[1-9]\d{0,4})?(?=[/?]|$)/;

/** A loopback address without its port; undefined for any other address. */
const withoutPort = (uri: string): string | undefined =>
  LOOPBACK.test(uri) && URL.canParse(uri) ? uri.replace(LOOPBACK, '$1') : undefined;

/**
 * Returns whether a text is a redirect URI of a client, byte for byte. A native client uses any free port of its machine (RFC 8252, section 7.3).
 * @rule oauth.authorize.redirect
 */
export function hasRedirectUri({ app_type: appType, redirect_uris: registered }: UsableClient, uri: string): boolean {
  if (registered.includes(uri)) return true;
  const wanted = appType === 'native' ? withoutPort(uri) : undefined;
  return wanted !== undefined && registered.some((one) => withoutPort(one) === wanted);
}

/** Adds fields to the query of a redirect URI. */
export function answerAddress(redirectUri: string, fields: Readonly<Record<string, string>>): string {
  const url = new URL(redirectUri);
  url.search = [url.search.slice(1), new URLSearchParams(fields).toString()].filter((part) => part !== '').join('&');
  return url.href;
}

/** The destination of a redirect URI, in words for people. */
export function destinationOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  if (protocol === 'https:') return host;
  return protocol === 'http:' ? `a program on your computer (${host})` : `an app on your device (${protocol.slice(0, -1)})`;
}
