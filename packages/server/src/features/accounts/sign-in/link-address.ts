/** The address of the page that a link opens. */

/** The address by the token of the link. The query of a request is never logged, and the page sends no referrer. */
export const linkOf = (publicUrl: string, token: string): string => `${publicUrl}/set-password?token=${token}`;
