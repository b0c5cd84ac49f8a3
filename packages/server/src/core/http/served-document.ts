/** The served OpenAPI document: the contract, with the permission and the scopes of each operation. */
import document from '@millrace/contract/openapi.json' with { type: 'json' };
import { operations, SCOPES, type Allow } from '@millrace/contract';
import type { Feature } from './feature.ts';
import { withPublishedSchemas } from './published-schemas.ts';

/** The description of a permission. */
export function allowText(allow: Allow): string {
  if (typeof allow === 'object') return allow.anyOf.join(' or ');
  if (allow === 'public') return 'none';
  if (allow === 'signed-in') return 'any signed-in caller';
  if (allow === 'dynamic-engine') return 'the credential of the operator of a dynamic engine';
  return allow === 'engine' ? 'the credential of a paired engine' : allow;
}

const descriptions = Object.fromEntries(Object.entries(SCOPES).map(([name, scope]) => [name, scope.description]));

/** Tokens with scopes, for readers and for generators of clients. */
const OAUTH2 = {
  type: 'oauth2',
  description: 'Access token of an OAuth client. It needs one of the scopes of an operation, and its account the permission.',
  flows: {
    authorizationCode: { authorizationUrl: '/oauth/authorize', tokenUrl: '/oauth/token', refreshUrl: '/oauth/token', scopes: descriptions },
    clientCredentials: { tokenUrl: '/oauth/token', scopes: descriptions },
  },
};

/** The credentials for an operation, each of which is enough: any other token, or a token with one of the scopes. */
const withScopes = (scopes: readonly string[]) =>
  scopes.length > 0 && { security: [...document.security, ...scopes.map((scope) => ({ oauth2: [scope] }))] };

/** The contract with `x-permission` and the scopes on each operation that is served; the others are left out. */
export function servedDocument(features: readonly Feature[]): object {
  const paths: Record<string, Record<string, unknown>> = {};
  const source = document.paths as unknown as Record<string, Record<string, object>>;
  for (const { route, allow } of features.flatMap((feature) => feature.endpoints)) {
    const [method = '', path = ''] = route.split(' ');
    const item = source[path] ?? {};
    const served = (paths[path] ??= 'parameters' in item ? { parameters: item['parameters'] } : {});
    served[method.toLowerCase()] = {
      ...item[method.toLowerCase()],
      ...withScopes(operations[route].scopes),
      'x-permission': allowText(allow),
    };
  }
  const securitySchemes = { ...document.components.securitySchemes, oauth2: OAUTH2 };
  return withPublishedSchemas({ ...document, components: { ...document.components, securitySchemes }, paths });
}
