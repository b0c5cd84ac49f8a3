/** The common parts of the operations below `/double`, and the operations of the faults. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { DoubleBodies } from './bodies.ts';
import type { Faults } from './faults.ts';
import { answerJson } from './front.ts';
import { DoubleRefusal } from './refusal.ts';

/** A request: its path has no query and no slash at its end. */
export type Operation = { method: string; path: string; body: string };

/** The input of an operation: the text of the body, and the part of the path at `{name}`. */
type OperationInput = { body: string; name: string };

/** Operations by path and method. A path may contain `{name}`, which stands for one part. */
export type DoubleOperations = Readonly<Record<string, Readonly<Record<string, (input: OperationInput) => unknown>>>>;

const MAX_BODY = 1024 * 1024;

/** Answers a request by what `perform` returns: JSON, or 204 where it returns undefined. `failed` gets errors that are no refusals. */
export async function answerOperation(
  request: IncomingMessage,
  response: ServerResponse,
  failed: (error: unknown) => void,
  perform: (operation: Operation) => Promise<unknown>,
): Promise<void> {
  const { method = '', url = '', headers } = request;
  try {
    if (!(Number(headers['content-length'] ?? 0) <= MAX_BODY)) throw new DoubleRefusal(400, 'The body is longer than a mebibyte.');
    const answer = await perform({ method, path: url.split('?')[0]?.replace(/\/$/, '') ?? '', body: await text(request) });
    if (answer === undefined) response.writeHead(204).end();
    else answerJson(response, 200, answer);
  } catch (error) {
    if (!(error instanceof DoubleRefusal)) failed(error);
    const { status, message } =
      error instanceof DoubleRefusal ? error : new DoubleRefusal(500, 'The double failed: its log, or its output, has the reason.');
    answerJson(response, status, { status, message });
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
