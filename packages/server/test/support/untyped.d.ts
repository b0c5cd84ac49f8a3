/** The types of libraries that have none, as far as tests use them. */
declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
      allowMismatchedSignatures?: boolean;
    });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}

declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export type Context = { oidc: { client: { clientId: string }; session: { accountId: string } } };
  type Grant = { addOIDCScope(scope: string): void; addOIDCClaims(claims: string[]): void; save(): Promise<string> };

  export class Provider {
    constructor(issuer: string, configuration: object);
    Grant: new (of: { clientId: string; accountId: string }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}

declare module 'simple-oauth2' {
  type Token = {
    token: Record<string, unknown>;
    expired(): boolean;
    refresh(): Promise<Token>;
    revoke(which: 'access_token' | 'refresh_token'): Promise<void>;
    revokeAll(): Promise<void>;
  };
  type Options = {
    client: { id: string; secret: string };
    auth: { tokenHost: string };
    options?: { authorizationMethod?: 'header' | 'body'; bodyFormat?: 'form' | 'json' };
  };

  export class AuthorizationCode {
    constructor(options: Options);
    authorizeURL(parameters: Record<string, string>): string;
    getToken(parameters: Record<string, string>): Promise<Token>;
  }
  export class ClientCredentials {
    constructor(options: Options);
    getToken(parameters: Record<string, string>): Promise<Token>;
  }
}
