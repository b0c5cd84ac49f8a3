/** Every operation that is served, with its file, its permission, its rules and its tests. */
import { posix } from 'node:path';
import { operations, type Allow, type Route } from '@millrace/contract';
import { features } from '../../packages/server/src/api.ts';
import { rightsFor } from '../../packages/server/src/features/security/explanations/rules.ts';
import { allowText } from '../../packages/server/src/core/http/served-document.ts';
import { placeRules, type PlacedRule } from './rule-places.ts';
import { kebab } from './sections.ts';
import { packageSources } from './source-files.ts';

/** One operation that is served. */
export type ServedRoute = {
  route: string;
  section: string;
  file: string;
  line: number;
  allow: Allow;
  /** The permission and the rights that the operation needs. */
  permission: string;
  /** A token with scopes needs one of these. */
  scopes: readonly string[];
  rules: PlacedRule[];
  /** The test files of the endpoint and of its rules. */
  tests: string[];
};

/** Returns the operations in the order of the contract. */
export function servedRoutes(): ServedRoute[] {
  const sources = packageSources();
  const positions = new Map(
    sources.flatMap((file) => file.endpoints.map((endpoint) => [endpoint.route, { ...endpoint, file: file.path }])),
  );
  const order = Object.keys(operations);
  const paths = new Set(sources.map((file) => file.path));
  const rules = placeRules();
  return features
    .flatMap((feature) => feature.endpoints)
    .toSorted((a, b) => order.indexOf(a.route) - order.indexOf(b.route))
    .map(({ route, allow }) => {
      const { file, line, first, last } = positions.get(route) ?? { file: '', line: 0, first: 0, last: 0 };
      const ownRules = rules.filter(
        (rule) =>
          rule.places.some((place) => place.path === file && first <= place.line && place.line <= last) ||
          (rule.operations.includes(route) && rule.places.length > 0),
      );
      const test = posix.join(posix.dirname(file), `${kebab(operations[route].name)}.test.ts`);
      const tests = [
        ...new Set([...(paths.has(test) ? [test] : []), ...ownRules.flatMap((rule) => rule.tests.map(({ path }) => path)).toSorted()]),
      ];
      const { section, scopes } = operations[route];
      return { route, section, file, line, allow, permission: needsOf(route, allow), scopes, rules: ownRules, tests };
    });
}

const needsOf = (route: Route, allow: Allow): string =>
  [allowText(allow), ...rightsFor(route).map(({ object, right }) => `${right} on the ${object}`)].join('; ');
