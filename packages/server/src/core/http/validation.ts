/** Validators compiled from the contract, and their messages. */
import { neutralWord, type Schema } from '@millrace/contract';
import type { FuncKeywordDefinition } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import document from '@millrace/contract/openapi.json' with { type: 'json' };
import { absentFieldRemover } from './absent-fields.ts';
import { invalid, malformedJson } from '../base/problem.ts';

const BASE = 'contract';

type Json = Record<string, unknown>;
type Parameter = { name: string; in: string; required?: boolean; schema: Json };
type OperationObject = Json & { parameters?: Json[]; requestBody?: { required?: boolean; content: Record<string, { schema: Json }> } };

/** Validates one part of a request; fills in defaults and, outside of bodies, converts texts to numbers and booleans. */
export type Check = (value: unknown) => void;

/** The checks of a request. */
export type RequestChecks = {
  path: Check;
  /** Returns the parameters that the operation knows. */
  query: (value: unknown) => unknown;
  body: Check | undefined;
  isMultipart: boolean;
};

/**
 * Texts of a schema with `x-vendor-words` may be words of the published product. With the value true they become ours in a body, before they are
 * compared with the enum; with `as-sent`, the operation converts them, for example because two spellings of one word are no fault. At an operation
 * of JSON Patch, a list names the fields whose values are such words.
 * @rule requests.body.vendor-words
 */
const VENDOR_WORDS_KEYWORD: FuncKeywordDefinition = {
  keyword: 'x-vendor-words',
  schemaType: ['boolean', 'string', 'array'],
  before: 'enum',
  modifying: true,
  errors: false,
  validate: (mark: unknown, text: unknown, _parent: unknown, place?: DataValidationCxt) => {
    if (mark === true && place?.parentData && typeof text === 'string')
      (place.parentData as Record<string | number, unknown>)[place.parentDataProperty] = neutralWord(text);
    return true;
  },
};

/** Compiles a schema of the contract. */
type Compile = (schema: Json) => ValidateFunction;

const strict = compilerOf({ coerceTypes: false });
const lenient = compilerOf({ coerceTypes: 'array' });

/** Returns a compiler that is made at its first use: reading all schemas would be a tenth of the start. */
function compilerOf(options: { coerceTypes: boolean | 'array' }): Compile {
  let compile: Compile | undefined;
  return (schema) => (compile ??= createCompiler(options))(schema);
}

function createCompiler(options: { coerceTypes: boolean | 'array' }): Compile {
  const ajv = new Ajv2020({ strict: false, useDefaults: true, allErrors: false, validateFormats: true, ...options });
  ajv.addKeyword(VENDOR_WORDS_KEYWORD);
  addFormats.default(ajv, ['uuid', 'date', 'date-time', 'int32', 'int64', 'binary']);
  // References lead to schemas only; reading the whole document takes four times as long.
  ajv.addSchema({ components: { schemas: document.components.schemas } }, BASE, false, false);
  return (schema) => ajv.compile(absolute(schema));
}

/** Finds an operation of the contract by its route, or throws. */
export function findOperation(route: string): OperationObject {
  const [method = '', path = ''] = route.split(' ');
  const item = (document.paths as unknown as Record<string, Record<string, OperationObject>>)[path];
  const operation = item?.[method.toLowerCase()];
  if (!operation) throw new Error(`The contract has no operation ${route}`);
  return { ...operation, parameters: [...((item['parameters'] as unknown as Json[]) ?? []), ...(operation.parameters ?? [])] };
}

const checksByRoute = new Map<string, RequestChecks>();

/**
 * Returns the checks of a request. Several servers of one process, as tests start them, share the compiled ones.
 * @rule requests.id.malformed
 */
export function requestChecks(route: string): RequestChecks {
  const checks = checksByRoute.get(route) ?? compileChecks(route);
  checksByRoute.set(route, checks);
  return checks;
}

function compileChecks(route: string): RequestChecks {
  const operation = findOperation(route);
  const parameters = (operation.parameters ?? []).map(resolve);
  const content = operation.requestBody?.content ?? {};
  const body = 'text/plain' in content ? undefined : jsonSchemaOf({ content });
  return {
    path: parametersCheck(parameters, 'path'),
    query: operation['x-unchecked-query'] === true ? (value) => value : queryCheck(parameters),
    body:
      body &&
      orNothing(operation.requestBody?.required !== false, check(strict, body, 'body', recordSchemas(route), route.startsWith('POST '))),
    isMultipart: 'multipart/form-data' in content,
  };
}

/**
 * Checks a query, and returns the parameters that the operation knows: a function that serves several lists must not read others. A parameter that is
 * repeated, although it has one value, has the last one.
 * @rule requests.query.unknown
 * @rule requests.query.repeated
 */
function queryCheck(parameters: Parameter[]): RequestChecks['query'] {
  const known = parameters.filter((parameter) => parameter.in === 'query');
  const names = new Set(known.map(({ name }) => name));
  const single = known.filter((parameter) => !acceptsList(parameter.schema)).map(({ name }) => name);
  const checked = parametersCheck(parameters, 'query');
  return (value) => {
    const query = value as Json;
    for (const name of single) if (Array.isArray(query[name])) query[name] = query[name].at(-1);
    checked(query);
    const sent = Object.entries(query);
    return sent.every(([name]) => names.has(name)) ? query : Object.fromEntries(sent.filter(([name]) => names.has(name)));
  };
}

const acceptsList = (schema: Json): boolean =>
  '$ref' in schema ? acceptsList(resolveReference(schema['$ref'] as string) as Json) : schema['type'] === 'array';

/** The media types of the bodies that an operation accepts. One that accepts text accepts any type of text, which is not checked. */
export const bodyTypes = (route: string): string[] => Object.keys(findOperation(route).requestBody?.content ?? {});

/** The name of a schema of the contract. */
export type SchemaName = Parameters<typeof schemaCheck>[0];

/** Reads JSON, and refuses what does not fit a schema of the contract: for parts of multipart bodies. */
export function parseAs<Name extends SchemaName>(name: Name, part: string, text: string): Schema<Name> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw malformedJson(`The part '${part}'`, cause);
  }
  return checkAs(name, part, value);
}

/**
 * Refuses a value that does not fit a schema of the contract, and returns it, with our word for that of the published product; `location` begins the names
 * of its fields in messages.
 */
export function checkAs<Name extends SchemaName>(name: Name, location: string, value: unknown): Schema<Name> {
  // A value alone is in no object, where the check could replace it.
  const { 'x-vendor-words': hasVendorWords } = document.components.schemas[name] as Json;
  const known = hasVendorWords === true && typeof value === 'string' ? neutralWord(value) : value;
  schemaCheck(name, location)(known);
  return known as Schema<Name>;
}

const schemaChecks = new Map<string, Check>();

function schemaCheck(name: keyof typeof document.components.schemas, part: string): Check {
  const key = `${name} ${part}`;
  let found = schemaChecks.get(key);
  if (!found) schemaChecks.set(key, (found = check(strict, { $ref: `#/components/schemas/${name}` }, part)));
  return found;
}

/** The compiled schemas of answers. Most operations share those of their errors. */
const answerValidators = new Map<Json, ValidateFunction>();

/** Compiles the checks of the answers of an operation: status → the description of the fault, or undefined. */
export function answerCheck(route: string): (status: number, body: unknown) => string | undefined {
  const responses = findOperation(route)['responses'] as Record<string, Json>;
  return (status, body) => {
    const response = responses[status];
    if (!response) return `the contract lists no status ${status}`;
    const schema = jsonSchemaOf(response);
    if (!schema) return body === undefined ? undefined : `status ${status} has no JSON body in the contract`;
    const validate = answerValidators.get(schema) ?? strict(schema);
    answerValidators.set(schema, validate);
    // The check would write our words into the answer.
    return validate(structuredClone(body)) ? undefined : describe('answer', validate.errors?.[0]);
  };
}

function parametersCheck(parameters: Parameter[], location: 'path' | 'query'): Check {
  const located = parameters.filter((parameter) => parameter.in === location);
  if (located.length === 0) return () => undefined;
  const schema = {
    type: 'object',
    properties: Object.fromEntries(located.map((parameter) => [parameter.name, parameter.schema])),
    required: located.filter((parameter) => parameter.required).map((parameter) => parameter.name),
  };
  return check(lenient, schema, location);
}

/**
 * Compiled at first use: compiling all checks would take most of the start, and a process uses few of them. Absent fields are removed only from a
 * value that is invalid with them; `answerSchemas` are the schemas of answers that show the record, and `isNew` says that it does not exist yet.
 */
function check(compile: Compile, schema: Json, location: string, answerSchemas: readonly Json[] = [], isNew = false): Check {
  let validate: ValidateFunction | undefined;
  let removeAbsent: ((value: unknown) => boolean) | undefined;
  return (value) => {
    validate ??= compile(schema);
    if (validate(value)) return;
    removeAbsent ??= absentFieldRemover(schema, answerSchemas, (reference) => resolveReference(reference) as Json, isNew);
    if (removeAbsent(value) && validate(value)) return;
    throw invalid('malformed_request', describe(location, validate.errors?.[0]));
  };
}

/** The schemas of answers that show the record of a body: of the operation itself, of the GET of its path, and of the list above it. */
function recordSchemas(route: string): Json[] {
  const [method = '', path = ''] = route.split(' ');
  const lists = answersOf('get', path.replace(/\/\{\w+\}$/, '')).flatMap((answer) => itemsOf(answer));
  return [...answersOf(method.toLowerCase(), path), ...answersOf('get', path), ...lists];
}

/** The JSON schemas of the successful answers of an operation; none where there is no such operation. */
function answersOf(method: string, path: string): Json[] {
  const operation = (document.paths as unknown as Record<string, Record<string, OperationObject>>)[path]?.[method];
  const answers = Object.entries((operation?.['responses'] as Record<string, Json> | undefined) ?? {});
  const schemas = answers.filter(([status]) => status.startsWith('2')).map(([, response]) => jsonSchemaOf(response));
  return schemas.filter((schema) => schema !== undefined);
}

/** The schemas of the entries of a list or of a page. */
function itemsOf(answer: Json): Json[] {
  const list = '$ref' in answer ? (resolveReference(answer['$ref'] as string) as Json) : answer;
  const { items } = ((list['properties'] as Json | undefined)?.['items'] as Json | undefined) ?? list;
  return items ? [items as Json] : [];
}

/** The schema of a response of the contract; undefined if it has no JSON. */
export function jsonSchemaOf(response: Json): Json | undefined {
  const resolved = ('$ref' in response ? resolveReference(response['$ref'] as string) : response) as {
    content?: Record<string, { schema: Json }>;
  };
  return (resolved.content?.['application/json'] ?? resolved.content?.['application/scim+json'])?.schema;
}

/** The schema of the bodies of an operation, also of its forms; undefined if it takes none. */
export const bodySchemaOf = (route: string): Json | undefined => Object.values(findOperation(route).requestBody?.content ?? {})[0]?.schema;

/** Accepts a missing body. */
const orNothing = (required: boolean, checked: Check): Check => (required ? checked : (value) => value === undefined || checked(value));

/**
 * A sentence with the location and the expected value.
 * @rule requests.body.unknown-field
 */
function describe(location: string, error: ErrorObject | undefined): string {
  if (!error) return `The ${location} does not fit the contract.`;
  const where = [location, ...error.instancePath.split('/').slice(1)].join('.');
  const { params, keyword } = error;
  if (keyword === 'additionalProperties') return `${where}: unrecognized field '${params['additionalProperty']}'.`;
  if (keyword === 'required') return `${where}: the field '${params['missingProperty']}' is missing.`;
  if (keyword === 'type' && where === 'body') return `The request needs a JSON ${params['type']} as its body.`;
  if (keyword === 'enum') return `${where} must be one of ${(params['allowedValues'] as string[]).join(', ')}.`;
  if (keyword === 'format' && params['format'] === 'uuid') return `${where} is not a valid id.`;
  if (keyword === 'pattern' && params['pattern'] === '\\S') return `${where} must not be blank.`;
  if (keyword === 'minLength' && params['limit'] === 1) return `${where} must not be empty.`;
  const parts = keyword.endsWith('Length') ? 'characters' : 'entries';
  if (keyword === 'minLength' || keyword === 'minItems') return `${where} must have at least ${params['limit']} ${parts}.`;
  if (keyword === 'maxLength' || keyword === 'maxItems') return `${where} must have at most ${params['limit']} ${parts}.`;
  return `${where} ${error.message ?? 'does not fit the contract'}.`;
}

function resolve(parameter: Json): Parameter {
  return ('$ref' in parameter ? resolveReference(parameter['$ref'] as string) : parameter) as Parameter;
}

/** Resolves a reference of the contract, or of a document made from it. */
export function resolveReference(reference: string, root: object = document): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Json | undefined)?.[key], root);
}

/** References of the document begin at its root; a schema that is compiled alone needs the name of the document in front of them. */
function absolute(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === '$ref' ? `${BASE}${String(value)}` : value))) as Json;
}
