/** Cookies of this server: for all its paths, without access by scripts, and not sent with posts from other sites. */

/** A cookie of ours. */
export type OwnCookie = { name: string; secure: boolean };

/** The name of a cookie, which depends on the address of the server. With https it is only sent by https, and no other host of the domain can set it. */
export const ownCookie = (name: string, publicUrl: string): OwnCookie =>
  publicUrl.startsWith('https:') ? { name: `__Host-${name}`, secure: true } : { name, secure: false };

/** Reads a value from the header Cookie; undefined if the header has no such cookie, or several. */
export function readCookie({ name }: OwnCookie, header: string | undefined): string | undefined {
  const values = (header ?? '').split(';').flatMap((part) => {
    const [key, ...value] = part.split('=');
    return key?.trim() === name ? [value.join('=').trim()] : [];
  });
  return values.length === 1 && values[0] !== '' ? values[0] : undefined;
}

/** Builds the header Set-Cookie. The value consists of characters of base64url. With 0 seconds, the browser deletes the cookie. */
export const cookieText = ({ name, secure }: OwnCookie, value: string, seconds: number): string =>
  `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
