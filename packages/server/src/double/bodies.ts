/** The bodies of the operations below `/double`. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FaultRule } from './faults.ts';
import { DoubleRefusal } from './refusal.ts';

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
  clock: 'Send "set" with an instant, or "advanceSeconds", and "frozen" with true or false.',
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
