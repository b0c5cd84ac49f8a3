/** HTTP Basic (RFC 7617). */

/**
 * Reads user and password from the header Authorization, as the caller has written them. Null if the header has none that can be read; undefined for
 * another scheme and without the header.
 */
export function basicCredentials(header: string | undefined): { user: string; password: string } | null | undefined {
  if (!/^Basic\b/i.test(header ?? '')) return undefined;
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header ?? '')?.[1];
  const [, user, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  return user === undefined || password === undefined ? null : { user, password };
}
