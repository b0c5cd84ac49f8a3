/** The served OpenAPI document: the contract, with the permission of each operation. */
import document from '@millrace/contract/openapi.json' with { type: 'json' };
import type { Allow } from '@millrace/contract';
import type { Feature } from './feature.ts';

/** A permission in words. */
export function allowText(allow: Allow): string {
  if (typeof allow === 'object') return allow.anyOf.join(' or ');
  if (allow === 'public') return 'none';
  if (allow === 'signed-in') return 'any signed-in caller';
  return allow === 'engine' ? 'the credential of a paired engine' : allow;
}

/** The contract with `x-permission` on each operation that is served; the others are left out. */
export function servedDocument(features: readonly Feature[]): object {
  const paths: Record<string, Record<string, unknown>> = {};
  const source = document.paths as unknown as Record<string, Record<string, object>>;
  for (const { route, allow } of features.flatMap((feature) => feature.endpoints)) {
    const [method = '', path = ''] = route.split(' ');
    const item = source[path] ?? {};
    const kept = (paths[path] ??= 'parameters' in item ? { parameters: item['parameters'] } : {});
    kept[method.toLowerCase()] = { ...item[method.toLowerCase()], 'x-permission': allowText(allow) };
  }
  return { ...document, paths };
}
