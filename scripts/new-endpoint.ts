/** Adds an endpoint to the operations of its section and creates its test, from the contract, for example -- "POST /orchestration/plans" SVC_OPERATOR. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { operations, PERMISSIONS, type Route } from '@millrace/contract';
import { readOperations, readRules } from '@millrace/contract/ledgers';
import { findOperation } from '../packages/server/src/core/http/validation.ts';
import { folderOfSection, kebab } from './house/sections.ts';
import { endpointTestText, endpointText, OPERATIONS_HEAD } from './endpoints/endpoint-text.ts';
import { commonParts, findRoutes, similarRoutes } from './endpoints/find-route.ts';
import { packageSources, readText, root } from './house/source-files.ts';
import { writeIfChanged } from './house/write-if-changed.ts';

const USAGE = 'npm run new:endpoint -- "POST /…" <permission>';

function refuse(message: string): never {
  console.error(message);
  process.exit(1);
}

function isRoute(route: string): route is Route {
  return route in operations;
}

/** Returns the file of the section for an operation: of several, the one with the operation whose path begins the most alike. */
function operationsFile(folder: string, path: string): string {
  const [best] = packageSources()
    .filter((file) => /(?:^|-)operations\.ts$/.test(basename(file.path)) && dirname(file.path) === folder)
    .map((file) => ({ file: file.path, score: Math.max(...file.endpoints.map((one) => commonParts(path, one.route.split(' ')[1] ?? ''))) }))
    .toSorted((a, b) => b.score - a.score);
  return best?.file ?? `${folder}/operations.ts`;
}

const [spelling = '', allow = ''] = process.argv.slice(2);
const documented = readOperations().map(({ method, path, section }) => ({ route: `${method} ${path}`, section }));
const all = [...new Set([...Object.keys(operations), ...documented.map((operation) => operation.route)])];
const [route, ...otherRoutes] = findRoutes(spelling, all);
if (route === undefined)
  refuse(`No operation matches "${spelling}". Similar ones:\n${similarRoutes(spelling, all).join('\n')}\nUsage: ${USAGE}`);
if (otherRoutes.length > 0)
  refuse(`"${spelling}" matches several operations. Name one with its method:\n${[route, ...otherRoutes].join('\n')}`);

const existing = packageSources().find((file) => file.endpoints.some((endpoint) => endpoint.route === route));
if (existing) refuse(`${route} exists already: ${existing.path}`);
if (!isRoute(route)) {
  const section = documented.find((operation) => operation.route === route)?.section ?? '';
  refuse(
    `${route} is not in the contract yet: describe it in packages/contract/sections/${kebab(section)}/openapi.yaml, run npm run generate, and repeat this command.`,
  );
}

const permissions: readonly string[] = [...PERMISSIONS, 'signed-in', 'engine', 'dynamic-engine', 'public'];
const unknown = allow.split(',').filter((permission) => !permissions.includes(permission));
if (unknown.length > 0)
  refuse(`Name the permission that it requires: one of ${permissions.join(', ')}, or several permissions with commas.\nUsage: ${USAGE}`);

const { name, section, statuses } = operations[route];
const sectionFolder = folderOfSection(section);
if (sectionFolder === undefined) refuse(`No folder of features/ has the section ${section}: create it.`);
const folder = `packages/server/src/features/${sectionFolder}`;
const test = `${folder}/${kebab(name)}.test.ts`;
if (existsSync(join(root, test))) refuse(`${test} exists already.`);

const file = operationsFile(folder, route.slice(route.indexOf(' ') + 1));
const summary = String(findOperation(route)['summary']);
const rules = readRules().filter((rule) => rule.operations.includes(route));
const newEndpoint = { route, name, summary, statuses, allow, rules };
writeIfChanged(file, `${existsSync(join(root, file)) ? readText(file) : OPERATIONS_HEAD}${endpointText(newEndpoint)}`, false);
writeIfChanged(test, endpointTestText(newEndpoint), false);

console.log(`${file}\n${test}\n\nNext:
  1. write run(), with @rule tags where the ${rules.length} rules of its test are enforced, and the tests
  2. move it to its place in the order list, create, read, change, delete${existsSync(join(root, folder, 'index.ts')) ? '' : `; write ${folder}/index.ts, and list the feature in packages/server/src/api.ts`}
  3. remove what is done from packages/contract/sections/${kebab(section)}/todo.ts, and lower TODO_LIMIT in src/todo.ts
  4. when the path has variables, add an object for it to packages/server/test/support/world.ts
  5. npm run generate, then npm run check`);
