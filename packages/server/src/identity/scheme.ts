/** Credential schemes: the ways in which callers prove their identity with a bearer token. */
import type { Actor } from './actor.ts';

/** One scheme. No token has the form of two schemes. */
export type Scheme = {
  /** Whether a token has the form of this scheme. */
  fits(token: string): boolean;
  /** The actor of a token that is used for an operation; undefined if the token is unknown, expired or revoked, or its account is inactive. */
  identify(token: string, route: string): Promise<Actor | undefined>;
};
