/** Finds an operation by any spelling of its path and prints its file and line, permission, rules and tests. */
import { operations } from '@millrace/contract';
import { readOperations } from '@millrace/contract/ledgers';
import { findRoutes, similarRoutes } from './endpoints/find-route.ts';
import { servedRoutes, type ServedRoute } from './house/routes.ts';
import { findPaths, readText } from './house/source-files.ts';

const documented = new Map(readOperations().map(({ method, path, section }) => [`${method} ${path}`, section]));
const all = [...new Set([...Object.keys(operations), ...documented.keys()])];

function describeRoute({ route, section, file, line, permission, scopes, rules, tests }: ServedRoute): string {
  const lines = [
    route,
    `  file        ${file}:${line}`,
    `  section     ${section}`,
    `  permission  ${permission}`,
    `  scopes      ${scopes.join(' or ') || 'none'}`,
  ];
  for (const rule of rules) {
    lines.push(`  rule        ${rule.id}: ${rule.rule}`);
    lines.push(...rule.places.map((place) => `                at ${place.path}:${place.line}`));
    lines.push(...rule.tests.map((test) => `                tested at ${test.path}:${test.line}`));
  }
  lines.push(...tests.map((path) => `  test        ${path}`));
  lines.push(`  contract    ${contractOf(route)}`);
  return lines.join('\n');
}

/** Returns the file and the line of the path in the contract. */
function contractOf(route: string): string {
  const path = `  ${route.split(' ')[1]}:`;
  for (const file of findPaths('packages/contract/sections/*/openapi.yaml')) {
    const line = readText(file).split('\n').indexOf(path);
    if (line >= 0) return `${file}:${line + 1}`;
  }
  return '';
}

const spelling = process.argv.slice(2).join(' ');
const found = findRoutes(spelling, all);
const servedByRoute = new Map(servedRoutes().map((served) => [served.route as string, served]));

for (const route of found) {
  const served = servedByRoute.get(route);
  console.log(
    served
      ? describeRoute(served)
      : `${route}\n  not implemented yet; section ${documented.get(route)}. Create it with: npm run new:endpoint -- "${route}"`,
  );
}
if (found.length === 0) {
  const similar = similarRoutes(spelling, all).map((route) => `  ${route}`);
  console.error(
    spelling === ''
      ? 'Name an operation, for example: npm run where -- "POST /processing/executions"'
      : `No operation matches ${spelling}.`,
  );
  if (similar.length > 0) console.error(`Similar ones:\n${similar.join('\n')}`);
  process.exitCode = 1;
}
