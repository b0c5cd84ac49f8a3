/** Credential schemes: the ways in which callers prove their identity. */
import type { Actor } from './actor.ts';

/** The credential of a request: the bearer token of the header Authorization, or else the cookie of a session with the CSRF token. */
export type Credential = { type: 'bearer'; token: string } | { type: 'session'; secret: string; csrfToken: string | undefined };

/** One scheme. No credential has the form of two schemes. */
export type Scheme = {
  /** Returns whether a credential has the form of this scheme. */
  fits(credential: Credential): boolean;
  /** The actor of a credential that is used for an operation; undefined if it is unknown, expired or revoked, or its account is inactive. */
  identify(credential: Credential, route: string): Promise<Actor | undefined>;
};

/** Builds a scheme of bearer tokens. */
export const bearerScheme = (
  fits: (token: string) => boolean,
  identify: (token: string, route: string) => Promise<Actor | undefined>,
): Scheme => ({
  fits: (credential) => credential.type === 'bearer' && fits(credential.token),
  identify: (credential, route) => (credential.type === 'bearer' ? identify(credential.token, route) : Promise.resolve(undefined)),
});
