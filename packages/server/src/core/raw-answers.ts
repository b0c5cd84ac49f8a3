/** Answers to what the server cannot read as a request: they are written to the connection as they are, and it is closed. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ANSWER_HEADERS } from './answer-headers.ts';
import type { Surface } from './feature.ts';
import { newId } from './id.ts';
import { invalid, Problem } from './problem.ts';

/** The refusal of a request that comes too slowly. */
export const tooSlow = (what: string): Problem => new Problem(408, 'too_slow', `${what} came too slowly: send the request again.`);

/** Answers what Node could not read of a connection, and closes it. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, surface: Surface): void {
  if (error.code !== 'ECONNRESET') writeRefusal(socket, problemOf(error.code), surface, newId());
  socket.destroy(error);
}

/** Writes a refusal to a connection on which no answer has begun. */
export function writeRefusal(socket: Socket, problem: Problem, surface: Surface, requestId: string): void {
  if (!socket.writable) return;
  const body = JSON.stringify(surface(problem, requestId));
  const headers = {
    ...ANSWER_HEADERS,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`);
}

function problemOf(code: string | undefined): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow('The headers');
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem(431, 'too_large', 'The headers are larger than 16 KiB.');
  return invalid('malformed_request', 'This is no request of HTTP/1.1 that can be read.');
}
