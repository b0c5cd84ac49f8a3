/** The rows of OAuth clients, and the fields that callers set. */
import { neutralWord, type Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';

/** The row of a client. */
export type ClientRow = {
  id: string;
  /** Null for the client of the command line, which belongs to no tenant. */
  tenant_id: string | null;
  owner_id: string | null;
  created_by_type: Schema<'OauthClient'>['createdByType'];
  app_type: Schema<'OauthAppType'>;
  name: string;
  description: string | null;
  logo_uri: string | null;
  client_uri: string | null;
  jwks_uri: string | null;
  redirect_uris: string[];
  allowed_origins: string[];
  allowed_scopes: string[];
  allowed_grant_types: string[];
  /** The scopes and grant types that were written in the words of the published product. */
  vendor_words: string[];
  allowed_auth_methods: string[];
  public_keys: Schema<'OauthPublicKeys'>;
  created_at: Date;
  updated_at: Date;
  published_at: Date | null;
  deleted_at: Date | null;
};

/** The columns of `ClientRow`, for statements with the alias `c`. */
export const clientColumns: Sql = sql`
  c.id, c.tenant_id, c.owner_id, c.created_by_type, c.app_type, c.name, c.description, c.logo_uri, c.client_uri, c.jwks_uri, c.redirect_uris,
  c.allowed_origins, c.allowed_scopes, c.allowed_grant_types, c.vendor_words, c.allowed_auth_methods, c.public_keys, c.created_at, c.updated_at, c.published_at, c.deleted_at`;

/** The fields of a client that callers set. */
export type ClientFields = Omit<Schema<'OauthClientRequest'>, 'connectionConfig' | keyof ClientLists> & ClientLists;

type ClientLists = {
  redirectUris: string[];
  allowedOrigins: string[];
  allowedScopes: string[];
  allowedGrantTypes: string[];
  allowedAuthMethods: string[];
  publicKeys: Schema<'OauthPublicKeys'>;
};

/** Returns the fields of a new client with their defaults. */
export const fieldsOf = ({ connectionConfig: _config, ...sent }: Schema<'OauthClientRequest'>): ClientFields =>
  withNeutralWords({
    ...sent,
    redirectUris: sent.redirectUris ?? [],
    allowedOrigins: sent.allowedOrigins ?? [],
    allowedScopes: sent.allowedScopes ?? [],
    allowedGrantTypes: sent.allowedGrantTypes ?? [],
    allowedAuthMethods: sent.allowedAuthMethods ?? ['client_secret'],
    publicKeys: sent.publicKeys ?? [],
  });

/** Returns fields with the neutral names of scopes and grant types, each once, and with a client name without spaces around it. */
export const withNeutralWords = (fields: ClientFields): ClientFields => ({
  ...fields,
  clientName: fields.clientName.trim(),
  allowedScopes: [...new Set(fields.allowedScopes.map(neutralWord))],
  allowedGrantTypes: [...new Set(fields.allowedGrantTypes.map(neutralWord))],
});

/** Returns the fields of a row that callers set. */
export const fieldsOfRow = (row: ClientRow): ClientFields => ({
  appType: row.app_type,
  clientName: row.name,
  ...(row.description !== null && { description: row.description }),
  ...(row.logo_uri !== null && { logoUri: row.logo_uri }),
  ...(row.client_uri !== null && { clientUri: row.client_uri }),
  ...(row.jwks_uri !== null && { jwksUri: row.jwks_uri }),
  redirectUris: row.redirect_uris,
  allowedOrigins: row.allowed_origins,
  allowedScopes: row.allowed_scopes,
  allowedGrantTypes: row.allowed_grant_types,
  allowedAuthMethods: row.allowed_auth_methods,
  publicKeys: row.public_keys,
});
