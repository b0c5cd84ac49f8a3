/** The secrets of OAuth clients, and their last uses, which are gathered in memory. */
import type { Timer } from '../../../core/background/jobs.ts';
import { now } from '../../../core/base/clock.ts';
import { conflict, invalid } from '../../../core/base/problem.ts';
import { WriteBuffer } from '../../../core/base/in-memory.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { Tokens } from '../../../identity/tokens.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import type { ClientRow } from './client.ts';
import { raiseSecretEvents } from './events.ts';

const HINT_CHARACTERS = 5;
const MAX_CLIENT_SECRETS = 5;

/**
 * The client may authenticate by a secret.
 * @rule oauth-clients.secrets.method
 */
export function requireSecretsAllowed({ allowed_auth_methods: methods }: ClientRow): void {
  if (!methods.includes('client_secret'))
    throw invalid('secret_not_used', 'The client does not use secrets: add client_secret to its allowedAuthMethods, which creates one.');
}

/**
 * Another secret can be added: the client has fewer than the maximum.
 * @rule oauth-clients.limits.secrets
 */
export function requireRoomForClientSecret(secrets: readonly unknown[]): void {
  if (secrets.length >= MAX_CLIENT_SECRETS)
    throw conflict('secrets_limit', `The client has ${secrets.length} secrets, which is the maximum: delete one that no program uses.`);
}

/** A new secret, which only one answer shows. */
type NewSecret = { secret: string; hint: string; createdAt: Date };

/**
 * Adds a secret to a locked client. Only its hash is stored. Its hint differs from those of the other secrets, because hints identify secrets. Raises its
 * event.
 */
export async function addClientSecret(
  { actor, tx, identity: { tokens } }: { actor: Pick<Actor, 'id'>; tx: Tx; identity: { tokens: Tokens } },
  client: string,
): Promise<NewSecret> {
  const hints = await selectHints(tx, client);
  let created = tokens.create('oauthClient');
  while (hints.includes(hintOf(created.secret))) created = tokens.create('oauthClient');
  const { secret, hash } = created;
  const hint = hintOf(secret);
  const { createdAt } = await tx.only<{ createdAt: Date }>(sql`
    insert into oauth_client_secret (client_id, hint, hash, created_by)
    values (${client}, ${hint}, ${hash}, ${actor.id})
    returning created_at as "createdAt"`);
  // A client that registers itself is no account.
  await raiseSecretEvents(tx, actor.id === client ? undefined : actor, 'created', client, hint);
  return { secret, hint, createdAt };
}

const hintOf = (secret: string): string => secret.slice(-HINT_CHARACTERS);

/** Selects the hints of the secrets of a client. */
export const selectHints = async (tx: Tx, client: string): Promise<string[]> => {
  const rows = await tx.rows<{ hint: string }>(sql`
    select hint
    from oauth_client_secret
    where client_id = ${client}`);
  return rows.map(({ hint }) => hint);
};

/** Deletes a secret of a client, and returns its hint if there was one. Raises its event. */
export async function removeClientSecret(tx: Tx, actor: EventActor, client: string, hint: string): Promise<{ hint: string } | undefined> {
  await raiseSecretEvents(tx, actor, 'deleted', client, hint);
  return tx.one(sql`
    delete from oauth_client_secret
    where client_id = ${client}
      and hint = ${hint}
    returning hint`);
}

/** Deletes all secrets of a client. Raises their events. */
export async function removeClientSecrets(tx: Tx, actor: EventActor, client: string): Promise<void> {
  await raiseSecretEvents(tx, actor, 'deleted', client);
  await tx.rows(sql`
    delete from oauth_client_secret
    where client_id = ${client}`);
}

/** The last use of a secret. */
type ClientSecretUse = { client: string; hint: string; at: Date };

/** The last uses that this process has not stored yet. */
export class ClientSecretUses extends WriteBuffer<ClientSecretUse> {
  /** Records that a client uses a secret now. */
  note(client: string, hint: string): void {
    this.set(`${client} ${hint}`, { client, hint, at: now() });
  }
}

/**
 * Stores the uses that a process has recorded. They are at most half a minute late.
 * @rule oauth-clients.secrets.last-use
 */
export const storeSecretUses: Timer = {
  name: 'store-client-secret-uses',
  milliseconds: 30_000,
  does: 'stores the last uses of secrets of OAuth clients',
  run: async ({ db, processState }) => {
    const uses = processState.of(ClientSecretUses, () => new ClientSecretUses());
    await uses.flush((noted) => updateSecretUses(db.writer, [...noted.values()]));
  },
};

/** Stores the last uses of secrets, where they are later than the stored ones. */
const updateSecretUses = (tx: Tx, uses: readonly ClientSecretUse[]): Promise<unknown> =>
  tx.rows(sql`
    update oauth_client_secret s
    set last_used_at = u.at
    from unnest(
      ${uses.map(({ client }) => client)}::uuid[], ${uses.map(({ hint }) => hint)}::text[], ${uses.map(({ at }) => at.toISOString())}::timestamptz[]
    ) as u (client_id, hint, at)
    where s.client_id = u.client_id
      and s.hint = u.hint
      and (s.last_used_at is null or s.last_used_at < u.at)`);
