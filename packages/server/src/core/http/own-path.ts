/**
 * Returns the path of an address of this server, below the path of its public address. A redirect names no host, because a client that called by another
 * name of this server would follow it without its token.
 */
export const ownPath = (publicUrl: string, path: string): string => new URL(publicUrl).pathname.replace(/\/$/, '') + path;
