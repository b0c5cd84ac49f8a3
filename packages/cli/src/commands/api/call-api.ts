import { constants, openAsBlob } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { readListPages } from '@millrace/client/lists';
import type { Route } from '@millrace/contract';
import type { Client, InputOf } from '@millrace/contract/client';
import { Argument } from 'commander';
import { type GlobalOptions, openContext } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { localCommand } from '../../command-builders.ts';
import { parseJsonText, readUsedFile } from '../../input.ts';
import { entriesOf } from '../../output.ts';
import { absolutePath, orInterruption, readStdin, type Shell } from '../../shell.ts';

/** A named value of a request; a text, or from `name:=json` any value. */
type RequestField = { name: string; value: unknown };

/** Adds a `name=text` or `name:=json` of the command line to the earlier ones. */
function addField(argument: string, before: readonly RequestField[] = []): RequestField[] {
  const [, name, isJson, text = ''] = /^([^=:]+)(:?)=(.*)$/s.exec(argument) ?? [];
  // The messages do not repeat the text, because it may be a secret.
  if (name === undefined) throw new Failure('usage', '-f takes name=text or name:=json, as in -f name=load or -f pause:=true.');
  return [...before, { name, value: isJson ? parseJsonText(text, `The value of ${JSON.stringify(name)}`) : text }];
}

/** Adds a `name=text` or `name=@file` of the command line to the earlier parts of a form. */
function addPart(argument: string, before: readonly RequestField[] = []): RequestField[] {
  const equals = argument.indexOf('=');
  if (equals < 1) throw new Failure('usage', '-F takes name=text or name=@file, as in -F file=@bundle.zip.');
  return [...before, { name: argument.slice(0, equals), value: argument.slice(equals + 1) }];
}

/** Builds the form of the parts; files are read while they are sent. */
async function formOf(parts: readonly RequestField[], shell: Pick<Shell, 'workingFolder'>): Promise<FormData> {
  const form = new FormData();
  for (const { name, value } of parts) {
    const text = String(value);
    const path = text.startsWith('@') ? text.slice(1) : undefined;
    if (path === undefined) form.append(name, text);
    else form.append(name, await openUsedFile(path, shell), basename(path));
  }
  return form;
}

async function openUsedFile(path: string, shell: Pick<Shell, 'workingFolder'>): Promise<Blob> {
  const fullPath = absolutePath(path, shell);
  try {
    // openAsBlob does not say why it fails.
    await access(fullPath, constants.R_OK);
    return await openAsBlob(fullPath);
  } catch (error) {
    throw new Failure('usage', `${path} cannot be read: ${(error as { code?: string }).code ?? String(error)}.`);
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Fields of these methods go into the query. */
const WITHOUT_BODY = new Set(['GET', 'DELETE']);

/** A query: the texts of each name. */
type Query = Record<string, string[]>;
type CallOptions = GlobalOptions & { field?: RequestField[]; form?: RequestField[]; input?: string; paginate?: true };
type ApiRequest = { route: Route; query: Query; body?: unknown; form?: FormData };

/** `millrace api`: calls any path of the API. */
export const callApi = localCommand('api', {
  summary: 'Call any path of the API',
  description:
    'Call any path of the API with the token of the session, and print the answer: JSON as JSON, unless -o or --jq says otherwise, and any other content as its bytes.\n\nThe fields of -f are the query of GET and DELETE and of a request with --input, or otherwise the JSON body. docs/endpoints.md lists the paths.',
  options: {
    '-f, --field <name=text>': {
      text: 'a field; name:=json for a number, true, false, null, an array or an object; may be repeated',
      parse: addField,
    },
    '-F, --form <name=text>': {
      text: 'a part of a form in place of JSON; name=@file for a file; may be repeated',
      parse: addPart,
      conflicts: ['field', 'input', 'paginate'],
    },
    '--input <file>': 'file with the JSON of the body; - for stdin',
    '--paginate': 'read all pages of a list, and print its entries as one list',
  },
  adjust: (command) =>
    command
      .addArgument(new Argument('<method>', 'method').choices(METHODS).argParser(methodOf))
      .argument('<path>', 'path with its query, as in /orchestration/workspaces'),
  examples: [
    'millrace api GET /orchestration/workspaces',
    "millrace api GET /orchestration/executables/tasks --paginate --jq '.[].name'",
    'millrace api PUT /orchestration/executables/tasks/01985b5e-7d5c-7000-8000-2d3c5a9f1b42/pause -f pause:=true -f pauseContext=maintenance',
    'millrace api POST /processing/executions --input execution.json',
  ],
  async run({ command, output, shell, options }, method: string, path: string) {
    const { output: format, columns } = command.optsWithGlobals<CallOptions>();
    if (format === 'table' || columns) throw new Failure('usage', 'api prints no table. Choose -o json, yaml or name.');
    if (options.paginate && method !== 'GET') throw new Failure('usage', '--paginate reads lists: use it with GET.');
    const request = await requestOf(method, path, options, shell);
    const { clientWith } = await openContext(command, shell);
    let contentType = '';
    const client = clientWith(async (url, init) => {
      const answer = await fetch(url, init);
      contentType = answer.headers.get('content-type') ?? '';
      return answer;
    });
    if (options.paginate) return output.printData(await readAllEntries(client, request, shell.signal));
    const answer = Readable.fromWeb(await send(client, request));
    if (!/[/+]json\b/.test(contentType))
      return orInterruption(pipeline(answer, shell.stdout, { end: false, signal: shell.signal }), shell.signal);
    return output.printData(await readJson(answer, shell.signal));
  },
});

const methodOf = (text: string): string => {
  const method = text.toUpperCase();
  if (METHODS.includes(method)) return method;
  throw new Failure('usage', `There is no method ${JSON.stringify(text)}. Methods: ${METHODS.join(', ')}.`);
};

async function requestOf(method: string, path: string, { field = [], form, input }: CallOptions, shell: Shell): Promise<ApiRequest> {
  if (!path.startsWith('/'))
    throw new Failure('usage', 'The path begins with a slash, as in /orchestration/workspaces. --url names the server.');
  const variable = /\{\w+\}/.exec(path)?.[0];
  if (variable) throw new Failure('usage', `Write the value in place of ${variable} in the path.`);
  const { pathname, searchParams } = new URL(`http://localhost${path}`);
  const query: Query = Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]));
  const request: ApiRequest = { route: `${method} ${pathname}` as Route, query };
  if (form) return { ...request, form: await formOf(form, shell) };
  if (input === undefined && !WITHOUT_BODY.has(method))
    return field.length > 0 ? { ...request, body: Object.fromEntries(field.map(({ name, value }) => [name, value])) } : request;
  for (const { name, value } of field) (query[name] ??= []).push(typeof value === 'string' ? value : JSON.stringify(value));
  if (input === undefined) return request;
  const text = input === '-' ? await readStdin(shell) : await readUsedFile(input, shell);
  return { ...request, body: parseJsonText(text, input === '-' ? 'The body on stdin' : input) };
}

/** Calls a path that the types of the contract may not know. */
const send = (client: Client, { route, ...input }: ApiRequest) => client.download(route, input as unknown as InputOf<Route>);

async function readJson(answer: Readable, signal: AbortSignal): Promise<unknown> {
  const text = (await orInterruption(buffer(answer), signal)).toString('utf8');
  return text === '' ? null : JSON.parse(text);
}

async function readAllEntries(client: Client, request: ApiRequest, signal: AbortSignal): Promise<unknown[]> {
  const readPage = async (_route: Route, input: InputOf<Route>): Promise<{ body: unknown }> => {
    const body = await readJson(Readable.fromWeb(await send(client, { ...request, ...(input as unknown as { query: Query }) })), signal);
    if (!entriesOf(body)) throw new Failure('usage', 'The answer is not a list. Leave out --paginate.');
    return { body };
  };
  const all: unknown[] = [];
  for await (const { entries } of readListPages(readPage, request.route, { query: request.query } as never)) all.push(...entries);
  return all;
}
