/** The paths of the pages, as the router has them: '/runs/$executionId'. */
import { readText } from '../../../../scripts/house/source-files.ts';

/** All paths, in the order of the router. Its source is read, because Node.js cannot load the components that it names. */
export const pagePaths: readonly string[] = [...readText('packages/console/src/app/router.ts').matchAll(/\bpage\(\s*'([^']+)'/g)].map(
  ([, path = '']) => path,
);
