import type { SiteContent } from '../../estate/read-site.ts';
import { pickOne } from '../../names.ts';

/** Throws a `Failure` that lists the environments if one of the names is unknown. */
export function checkEnvironments(names: readonly string[], { objects }: SiteContent): void {
  const known = objects.filter(({ address }) => address.noun === 'environment');
  for (const name of names) pickOne('environment', name, known, ({ id, address }) => ({ id, names: address.names }));
}
