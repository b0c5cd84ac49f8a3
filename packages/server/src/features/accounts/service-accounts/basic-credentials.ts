/** HTTP Basic (RFC 7617), by which a service account sends its id and its secret. */

/** Reads id and secret from the header Authorization; undefined if the header has another form. */
export function basicCredentials(header: string | undefined): { id: string; secret: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header ?? '')?.[1];
  const [, id, secret] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):([\x21-\x7e]{1,200})$/i.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ??
    [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}
