/** What operations below `/double` have in common, and those of the faults. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { DoubleBodies } from './bodies.ts';
import type { Faults } from './faults.ts';
import { answerJson } from './front.ts';
import { DoubleRefusal } from './refusal.ts';

/** A request: its path has no query and no slash at its end. */
export type Operation = { method: string; path: string; body: string };

/** The operations of the faults. */
export const FAULT_OPERATIONS = ['GET /double/faults', 'PUT /double/faults', 'DELETE /double/faults'];

const MOST_BODY = 1024 * 1024;

/** Answers a request by what `perform` returns: JSON, or 204 where it returns undefined. `failed` gets errors that are no refusals. */
export async function answerOperation(
  request: IncomingMessage,
  response: ServerResponse,
  failed: (error: unknown) => void,
  perform: (operation: Operation) => Promise<unknown>,
): Promise<void> {
  const { method = '', url = '', headers } = request;
  try {
    if (!(Number(headers['content-length'] ?? 0) <= MOST_BODY)) throw new DoubleRefusal(400, 'The body is longer than a mebibyte.');
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

/** Performs an operation of the faults. */
export async function performOnFaults(faults: Faults, bodies: DoubleBodies, { method, path, body }: Operation): Promise<unknown> {
  if (!FAULT_OPERATIONS.includes(`${method} ${path}`)) throw unknownOperation(method, path, FAULT_OPERATIONS);
  if (method === 'DELETE') return void faults.set([]);
  if (method === 'PUT') faults.set(bodies.read('faults', body).faults);
  return { faults: faults.list() };
}

/** Refuses an operation that does not exist. */
export const unknownOperation = (method: string, path: string, known: readonly string[]): DoubleRefusal =>
  new DoubleRefusal(404, `The double has no operation ${method} ${path}. Its operations are ${known.join(', ')}.`);
