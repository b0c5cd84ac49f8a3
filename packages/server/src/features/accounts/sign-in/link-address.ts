/** The address of the page that a link opens. */

/** Returns the address for the token of a link. The query of a request is never logged, and the page sends no referrer. */
export const linkOf = (publicUrl: string, token: string): string => `${publicUrl}/set-password?token=${token}`;
