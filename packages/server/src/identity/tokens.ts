/** Secrets of tokens: their creation, and the form in which they are stored. */
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';

/** Prefixes by which secret scanners find our tokens. */
export const TOKEN_PREFIX = {
  personal: 'mrp_',
  engine: 'mre_',
  dynamicEngine: 'mry_',
  serviceAccount: 'mrs_',
  oauthClient: 'mro_',
  oauthCode: 'mrk_',
  oauthRefresh: 'mrr_',
  oauthDevice: 'mrd_',
  webhook: 'mrw_',
  logFile: 'mrl_',
  session: 'mrc_',
  passwordLink: 'mri_',
  form: 'mrf_',
  crawl: 'mrx_',
} as const;

/** Creates and hashes tokens with the key of the install. */
export type Tokens = {
  /** A new secret of 256 bits, and its hash, which is stored. */
  create(kind: keyof typeof TOKEN_PREFIX): { secret: string; hash: Buffer };
  /** A secret that is derived from some facts. It is not stored: the same facts give the same secret. */
  derive(kind: keyof typeof TOKEN_PREFIX, facts: string): string;
  /** The stored hash of a secret. A keyed hash without a work factor is enough, because the secrets cannot be guessed. */
  hash(secret: string): Buffer;
};

/**
 * Binds tokens to the key of the install.
 * @rule personal-access-tokens.create.prefix
 */
export function createTokens(key: Buffer): Tokens {
  // Imported once: each use of the plain bytes would cost five times as much.
  const prepared = createSecretKey(key);
  const hash = (secret: string): Buffer => createHmac('sha256', prepared).update(secret).digest();
  return {
    hash,
    // Stored hashes are of secrets without a space, and derived secrets are hashes of texts with a space. So no stored hash reveals a derived secret.
    derive: (kind, facts) => TOKEN_PREFIX[kind] + hash(`${kind} ${facts}`).toString('base64url'),
    create: (kind) => {
      const secret = TOKEN_PREFIX[kind] + randomBytes(32).toString('base64url');
      return { secret, hash: hash(secret) };
    },
  };
}
