/** Begins an endpoint: writes its file and its test from the contract, for example -- "POST /orchestration/plans" SVC_OPERATOR. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { operations, PERMISSIONS, type Route } from '@millrace/contract';
import { readOperations, readRules } from '@millrace/contract/ledgers';
import { findOperation } from '../packages/server/src/core/http/validation.ts';
import { folderOf, kebab } from './house/addresses.ts';
import { endpointTestText, endpointText } from './house/endpoint-text.ts';
import { findRoutes, resembling } from './house/find-route.ts';
import { packageSources, root } from './house/source-files.ts';
import { keepText } from './house/written.ts';

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
const all = [...new Set([...Object.keys(operations), ...documented.map((one) => one.route)])];
const [route, ...more] = findRoutes(spelling, all);
if (route === undefined)
  refuse(`No operation is spelled like "${spelling}". Near to it:\n${resembling(spelling, all).join('\n')}\nUsage: ${USAGE}`);
if (more.length > 0) refuse(`"${spelling}" can mean several operations, name one with its method:\n${[route, ...more].join('\n')}`);

const there = packageSources().find((file) => file.endpoints.some((one) => one.route === route));
if (there) refuse(`${route} exists: ${there.path}`);
if (!isRoute(route)) {
  const section = documented.find((one) => one.route === route)?.section ?? '';
  refuse(
    `${route} is not in the contract yet: write it into packages/contract/sections/${kebab(section)}/openapi.yaml, run npm run generate, and come back.`,
  );
}

const permissions: readonly string[] = [...PERMISSIONS, 'signed-in', 'engine', 'public'];
const unknown = allow.split(',').filter((one) => !permissions.includes(one));
if (unknown.length > 0)
  refuse(`Say who may call it: one of ${permissions.join(', ')}, or several permissions with commas.\nUsage: ${USAGE}`);

const { name, section, statuses } = operations[route];
const place = folderOf(section);
if (place === undefined) refuse(`No wing has the section ${section}: add it to scripts/house/addresses.ts.`);
const folder = `packages/server/src/features/${place}`;
const file = `${folder}/${kebab(name)}.ts`;
const test = file.replace(/\.ts$/, '.test.ts');
for (const path of [file, test]) if (existsSync(join(root, path))) refuse(`${path} exists already.`);

const [method = '', path = ''] = route.split(' ');
const summary = String(findOperation(method, path)['summary']);
const rules = readRules().filter((rule) => rule.operations.includes(route));
const one = { route, name, summary, statuses, allow, rules };
keepText(file, endpointText(one), false);
keepText(test, endpointTestText(one), false);

console.log(`${file}\n${test}\n\nNext:
  1. write run(), with @rule tags where the ${rules.length} rules of its test are enforced, and the tests
  2. add ${name} to endpoints in ${folder}/index.ts${existsSync(join(root, folder, 'index.ts')) ? '' : ', which is new: list the feature in packages/server/src/api.ts'}
  3. remove what is done from packages/contract/sections/${kebab(section)}/todo.ts and lower TODO_LIMIT in src/todo.ts
  4. add a thing for its path to packages/server/test/support/walk.ts, when the path has variables
  5. npm run generate, then npm run check`);
