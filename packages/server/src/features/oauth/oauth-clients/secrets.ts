/** The secrets of OAuth clients. */
import { conflict, invalid } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { Tokens } from '../../../identity/tokens.ts';
import type { ClientRow } from './client-row.ts';
import { insertSecretHash, selectHints } from './secret-queries.ts';

const HINT_CHARACTERS = 5;
const MAX_CLIENT_SECRETS = 5;

/**
 * The client may authenticate by a secret.
 * @rule oauth-clients.secrets.method
 */
export function usesClientSecrets({ allowed_auth_methods: methods }: ClientRow): void {
  if (!methods.includes('client_secret'))
    throw invalid('secret_not_used', 'The client does not use secrets: add client_secret to its allowedAuthMethods, which creates one.');
}

/**
 * Another secret can be added: the client has fewer than the maximum.
 * @rule oauth-clients.limits.secrets
 */
export function acceptsAnotherClientSecret(secrets: readonly unknown[]): void {
  if (secrets.length >= MAX_CLIENT_SECRETS)
    throw conflict('secrets_limit', `The client has ${secrets.length} secrets, which is the maximum: delete one that no program uses.`);
}

const hintOf = (secret: string): string => secret.slice(-HINT_CHARACTERS);

/** A new secret, which only one answer shows. */
export type NewSecret = { secret: string; hint: string; createdAt: Date };

/** Adds a secret to a locked client. Only its hash is stored. Its hint differs from those of the other secrets, because hints identify secrets. */
export async function addClientSecret(
  { actor, tx, tokens }: { actor: Pick<Actor, 'id'>; tx: Tx; tokens: Tokens },
  client: string,
): Promise<NewSecret> {
  const hints = await selectHints(tx, client);
  let created = tokens.create('oauthClient');
  while (hints.includes(hintOf(created.secret))) created = tokens.create('oauthClient');
  const { secret, hash } = created;
  const hint = hintOf(secret);
  const { created_at: createdAt } = await insertSecretHash(tx, actor, client, { hint, hash });
  return { secret, hint, createdAt };
}
