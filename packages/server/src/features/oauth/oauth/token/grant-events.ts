/** The events of the grants that people give OAuth clients, and of access tokens that end before their time. */
import type { OauthClaims } from '../../../../identity/access-tokens.ts';
import { sql, type Sql } from '../../../../core/database/sql.ts';
import { momentText, raisedFrom, type EventActor } from '../../../events/outbox/index.ts';

/**
 * Builds the part of a statement that raises the event of the grants that another part has added.
 * @rule events.oauth-tokens.issued
 */
export const raisedIssues = (added: Sql): Sql =>
  raisedFrom(sql`
      select g.tenant_id, 'com.service.v1.oauth-token.issued' as type, null::uuid as space_id, g.id::text as resource_id, g.account_id as owner_id,
             g.account_id as actor_id, jsonb_build_object(
               'id', g.id, 'issuedToClientId', g.client_id, 'ownerId', g.account_id, 'scopes', to_jsonb(g.scopes), 'deviceType', g.device_type,
               'description', g.description, 'issuedAt', ${momentText(sql`now()`)}, 'tenantId', g.tenant_id) as data
      from ${added} g`);

/** The cause of the end of an access: an account, or a program that has the token. */
export type AccessEnd = { actor: EventActor; byBearer: boolean };

const revocation = ({ actor, byBearer }: AccessEnd): Sql => sql`
  'revokedAt', ${momentText(sql`now()`)}, 'revokedBy', ${actor?.id ?? null}::text, 'revokedByBearer', ${byBearer}::boolean`;

/**
 * Builds the part of a statement that raises the event of the grants that another part has deleted.
 * @rule events.oauth-tokens.revoked
 */
export const raisedRevocations = (ended: Sql, end: AccessEnd): Sql =>
  raisedFrom(sql`
      select g.tenant_id, 'com.service.v1.oauth-token.revoked' as type, null::uuid as space_id, g.id::text as resource_id, g.account_id as owner_id,
             ${end.actor?.id ?? null}::uuid as actor_id, jsonb_build_object(
               'id', g.id, ${revocation(end)}, 'revokedContext', jsonb_build_object(
                 'grantId', g.id, 'userId', g.account_id, 'clientId', g.client_id, 'tenantId', g.tenant_id)) as data
      from ${ended} g`);

/**
 * Builds the part of a statement that raises the event of one access token. The part `ended` has ended it, and has a row if the token was not ended
 * before.
 */
export const raisedTokenEnd = (ended: Sql, { id, grant, account, client, tenant }: OauthClaims): Sql =>
  raisedFrom(sql`
      select ${tenant}::uuid as tenant_id, 'com.service.v1.oauth-token.revoked' as type, null::uuid as space_id, ${grant ?? id}::text as resource_id,
             ${account}::uuid as owner_id, null::uuid as actor_id, jsonb_build_object(
               'id', ${id}::text, ${revocation({ actor: undefined, byBearer: true })}, 'revokedContext', jsonb_build_object(
                 'grantId', ${grant ?? null}::text, 'userId', ${account}::text, 'clientId', ${client}::text, 'tenantId', ${tenant}::text)) as data
      from ${ended}`);
