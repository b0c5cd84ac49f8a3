/** Creates the file and the test of an endpoint from the contract, for example -- "POST /orchestration/plans" SVC_OPERATOR. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { operations, PERMISSIONS, type Route } from '@millrace/contract';
import { readOperations, readRules } from '@millrace/contract/ledgers';
import { findOperation } from '../packages/server/src/core/http/validation.ts';
import { folderOf, kebab } from './house/sections.ts';
import { endpointTestText, endpointText } from './house/endpoint-text.ts';
import { findRoutes, similarRoutes } from './house/find-route.ts';
import { packageSources, root } from './house/source-files.ts';
import { writeIfChanged } from './house/write-if-changed.ts';

const USAGE = 'npm run new:endpoint -- "POST /…" <permission>';

function refuse(message: string): never {
  console.error(message);
  process.exit(1);
}

function isRoute(route: string): route is Route {
  return route in operations;
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
const sectionFolder = folderOf(section);
if (sectionFolder === undefined) refuse(`No folder of features/ has the section ${section}: add it to scripts/house/sections.ts.`);
const folder = `packages/server/src/features/${sectionFolder}`;
const file = `${folder}/${kebab(name)}.ts`;
const test = file.replace(/\.ts$/, '.test.ts');
for (const path of [file, test]) if (existsSync(join(root, path))) refuse(`${path} exists already.`);

const [method = '', path = ''] = route.split(' ');
const summary = String(findOperation(method, path)['summary']);
const rules = readRules().filter((rule) => rule.operations.includes(route));
const newEndpoint = { route, name, summary, statuses, allow, rules };
writeIfChanged(file, endpointText(newEndpoint), false);
writeIfChanged(test, endpointTestText(newEndpoint), false);

console.log(`${file}\n${test}\n\nNext:
  1. write run(), with @rule tags where the ${rules.length} rules of its test are enforced, and the tests
  2. add ${name} to endpoints in ${folder}/index.ts${existsSync(join(root, folder, 'index.ts')) ? '' : ', which is new: list the feature in packages/server/src/api.ts'}
  3. remove what is done from packages/contract/sections/${kebab(section)}/todo.ts, and lower TODO_LIMIT in src/todo.ts
  4. when the path has variables, add a resource for it to packages/server/test/support/walk.ts
  5. npm run generate, then npm run check`);
