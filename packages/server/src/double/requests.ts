/**
 * Requests below `/double`: finds and performs their operations, checks their bodies, and answers results and refusals. The operations of the faults stand
 * here, because `npm run record` and `npm run replay` have them, too.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FaultRule, Faults } from './faults.ts';
import { readUpTo } from '../core/http/body-text.ts';
import { answerJson } from './front.ts';

/** A refusal with its status; the message says what to do. */
export class DoubleRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A request: its path has no query and no slash at its end. */
type Operation = { method: string; path: string; body: string };

/** The input of an operation: the text of the body, and the part of the path at `{name}`. */
type OperationInput = { body: string; name: string };

/** Operations by path and method. A path may contain `{name}`, which stands for one part. */
export type DoubleOperations = Readonly<Record<string, Readonly<Record<string, (input: OperationInput) => unknown>>>>;

/** The largest body in bytes. */
const MAX_BODY = 1024 * 1024;

/** Answers a request by what `perform` returns: JSON, or 204 where it returns undefined. `failed` gets errors that are no refusals. */
export async function answerOperation(
  request: IncomingMessage,
  response: ServerResponse,
  failed: (error: unknown) => void,
  perform: (operation: Operation) => Promise<unknown>,
): Promise<void> {
  const { method = '', url = '' } = request;
  try {
    const answer = await perform({ method, path: url.split('?')[0]?.replace(/\/$/, '') ?? '', body: await readText(request) });
    if (answer === undefined) response.writeHead(204).end();
    else answerJson(response, 200, answer);
  } catch (error) {
    if (!(error instanceof DoubleRefusal)) failed(error);
    const { status, message } =
      error instanceof DoubleRefusal ? error : new DoubleRefusal(500, 'The double failed: its log, or its output, has the reason.');
    answerJson(response, status, { status, message });
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  try {
    const chunks = request.iterator({ destroyOnReturn: false });
    return (await readUpTo(chunks, MAX_BODY, () => new DoubleRefusal(400, 'The body is longer than a mebibyte.'))).toString();
  } finally {
    // The rest must be read: a client that sends its whole body before it reads the answer would wait for ever.
    request.resume();
  }
}

/** The operations of the faults. */
export const faultOperations = (faults: Faults, bodies: DoubleBodies): DoubleOperations => ({
  '/double/faults': {
    GET: () => ({ faults: faults.list() }),
    PUT: ({ body }) => {
      faults.set(bodies.read('faults', body).faults);
      return { faults: faults.list() };
    },
    DELETE: () => faults.set([]),
  },
});

/** Performs an operation; refuses one that does not exist. */
export async function performOperation(operations: DoubleOperations, { method, path, body }: Operation): Promise<unknown> {
  for (const [template, methods] of Object.entries(operations)) {
    const found = new RegExp(`^${template.replace('{name}', '(?<name>[^/]+)')}$`).exec(path);
    const perform = found && Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (found && perform) return perform({ body, name: found.groups?.['name'] ?? '' });
  }
  const known = Object.entries(operations).flatMap(([template, methods]) => Object.keys(methods).map((one) => `${one} ${template}`));
  throw new DoubleRefusal(404, `The double has no operation ${method} ${path}. Its operations are ${known.join(', ')}.`);
}

/** A change of the clock. */
export type ClockBody = { set?: string; advanceSeconds?: number; frozen?: boolean; waitSeconds?: number };

const YEAR_SECONDS = 366 * 86_400;

const SCHEMAS = {
  clock: {
    type: 'object',
    properties: {
      set: { type: 'string', format: 'date-time' },
      advanceSeconds: { type: 'number', minimum: 0, maximum: 10 * YEAR_SECONDS },
      frozen: { type: 'boolean' },
      waitSeconds: { type: 'number', minimum: 0, maximum: 60 },
    },
    additionalProperties: false,
    minProperties: 1,
    not: { required: ['set', 'advanceSeconds'] },
  },
  faults: {
    type: 'object',
    properties: {
      faults: {
        type: 'array',
        maxItems: 100,
        items: {
          type: 'object',
          properties: {
            method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] },
            path: { type: 'string', pattern: '^[/*]', maxLength: 500 },
            times: { type: 'integer', minimum: 1 },
            skip: { type: 'integer', minimum: 0 },
            latencyMilliseconds: { type: 'integer', minimum: 0, maximum: 600_000 },
            status: { type: 'integer', minimum: 200, maximum: 599 },
            headers: {
              type: 'object',
              additionalProperties: { type: 'string', pattern: '^[\\t -~]*$' },
              propertyNames: { pattern: '^[\\w-]+$' },
            },
            body: true,
            cut: { enum: ['before', 'after'] },
          },
          additionalProperties: false,
          required: ['path'],
          anyOf: [{ required: ['latencyMilliseconds'] }, { required: ['status'] }, { required: ['cut'] }],
          not: { required: ['status', 'cut'] },
        },
      },
    },
    additionalProperties: false,
    required: ['faults'],
  },
  state: {
    type: 'object',
    properties: { snapshot: { type: 'string' } },
    additionalProperties: false,
    required: ['snapshot'],
  },
} as const;

type Bodies = { clock: ClockBody; faults: { faults: FaultRule[] }; state: { snapshot: string } };

/** The expected bodies, for the message about a body that does not fit. */
const EXPECTED: Readonly<Record<keyof Bodies, string>> = {
  clock: 'Send "set" with an instant or "advanceSeconds", "frozen" with true or false, and "waitSeconds" up to 60; at least one of them.',
  faults: 'Send "faults" with a list of rules. A rule has a "path" and "latencyMilliseconds", "status" or "cut"; never "status" and "cut".',
  state: 'Send "snapshot" with the name of a snapshot.',
};

/** Reads the bodies of requests. */
export class DoubleBodies {
  readonly #checks: { [Name in keyof Bodies]: ValidateFunction };

  constructor() {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv, ['date-time']);
    this.#checks = { clock: ajv.compile(SCHEMAS.clock), faults: ajv.compile(SCHEMAS.faults), state: ajv.compile(SCHEMAS.state) };
  }

  /** The body of a request; refuses one that does not fit. */
  read<Name extends keyof Bodies>(name: Name, text: string): Bodies[Name] {
    const check = this.#checks[name];
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new DoubleRefusal(400, `The body is not JSON. ${EXPECTED[name]}`);
    }
    if (check(value)) return value as Bodies[Name];
    const [error] = check.errors ?? [];
    throw new DoubleRefusal(
      400,
      `The body does not fit: body${error?.instancePath.replaceAll('/', '.') ?? ''} ${error?.message ?? ''}. ${EXPECTED[name]}`,
    );
  }
}
