/** Recordings: requests to a service with its answers, each pair in a file of a folder. No file has a credential, and secrets are replaced. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operations, resolveAlias, type Route } from '@millrace/contract';
import { matchPath } from '../core/http/paths.ts';
import { StartError } from '../core/base/start-error.ts';
import { answerWithoutSecrets, requestWithoutSecrets, urlWithoutSecrets } from '../features/security/audit-log/index.ts';

/** A request as a recording has it: its path with the query, and its JSON body without secrets. */
type RecordedRequest = { method: string; url: string; body?: unknown };
/** An answer with some of its headers, and its JSON body without secrets. */
type RecordedAnswer = { status: number; headers: Record<string, string>; body?: unknown };
/** A pair; `name` is that of its file. */
export type Recording = { name: string; request: RecordedRequest; answer: RecordedAnswer };

/** A path that has a token is itself a secret. */
const ROUTES = (Object.keys(operations) as Route[]).filter((route) => !route.includes('{token}'));
/** The headers of answers that a client may need. */
const HEADERS = ['content-type', 'location', 'link', 'retry-after', 'etag', 'last-modified'];
const FILE = /^(\d{4,})-[\w-]+\.json$/;

/** Returns the operation of the API that a request names in any of its spellings; undefined for another request, and for one whose path is a secret. */
export function routeOf(method: string, url: string): Route | undefined {
  const path = resolveAlias(method, url).split('?')[0] ?? '';
  const fitting = ROUTES.filter((route) => route.startsWith(`${method} `) && matchPath(route.slice(method.length + 1), path) !== undefined);
  // A route with a fixed word takes precedence over one with a variable at the same position.
  return fitting.toSorted((a, b) => a.split('{').length - b.split('{').length)[0];
}

/** Converts a request to the form in which it is stored. `body` is text; one that is no JSON is left out. */
export function toRecordedRequest(route: Route, method: string, url: string, body: string): RecordedRequest {
  const [path = '', query] = urlWithoutSecrets(route, url).split('?');
  const sorted = new URLSearchParams(query);
  sorted.sort();
  const json = parsed(body);
  return {
    method,
    url: sorted.size === 0 ? path : `${path}?${sorted.toString()}`,
    ...(json !== undefined && { body: requestWithoutSecrets(route, json) }),
  };
}

/** Converts an answer to the form in which it is stored; undefined for one whose body is no JSON. */
export function toRecordedAnswer(
  route: Route,
  status: number,
  headers: Record<string, string | string[]>,
  body: string,
): RecordedAnswer | undefined {
  const json = parsed(body);
  if (body !== '' && json === undefined) return undefined;
  return {
    status,
    headers: Object.fromEntries(
      HEADERS.flatMap((name) => {
        const value = headers[name];
        // The query of an address may be a signature.
        return typeof value === 'string' ? [[name, value.replace(/\?[^>,\s]*/g, '')]] : [];
      }),
    ),
    ...(json !== undefined && { body: answerWithoutSecrets(route, status, json) }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the recordings of a folder in their order. Throws a `StartError` for a file that is none. */
export async function readRecordings(folder: string): Promise<Recording[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new StartError(`${folder} is no folder: npm run record -- <address> <folder> makes recordings.`);
    throw error;
  });
  const found: Recording[] = [];
  for (const name of names.filter((one) => FILE.test(one)).toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))) {
    const value = parsed(await readFile(join(folder, name), 'utf8')) as Omit<Recording, 'name'> | undefined;
    if (typeof value?.request?.url !== 'string' || typeof value.answer?.status !== 'number')
      throw new StartError(`${join(folder, name)} is no recording: remove the file, or record it again.`);
    found.push({ name, request: value.request, answer: value.answer });
  }
  return found;
}

/** Writes recordings after those that a folder has. */
export class RecordingWriter {
  readonly #folder: string;
  #number: number;

  private constructor(folder: string, number: number) {
    this.#folder = folder;
    this.#number = number;
  }

  /** Creates the folder if it is missing. */
  static async open(folder: string): Promise<RecordingWriter> {
    await mkdir(folder, { recursive: true });
    const numbers = (await readdir(folder)).map((name) => Number(FILE.exec(name)?.[1] ?? 0));
    return new RecordingWriter(folder, Math.max(0, ...numbers));
  }

  /** Writes a pair. Returns the name of its file. */
  async write(request: RecordedRequest, answer: RecordedAnswer): Promise<string> {
    const path = request.url.split('?')[0] ?? '';
    const words = `${request.method.toLowerCase()}-${path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '')}`.slice(0, 80);
    const name = `${String((this.#number += 1)).padStart(4, '0')}-${words}.json`;
    await writeFile(join(this.#folder, name), `${JSON.stringify({ request, answer }, undefined, 2)}\n`, { flag: 'wx', mode: 0o600 });
    return name;
  }
}

/** Returns whether two requests are the same; the order of the fields of their bodies does not count. */
export const isSame = (one: RecordedRequest, other: RecordedRequest): boolean => keyOf(one) === keyOf(other);

const keyOf = ({ method, url, body }: RecordedRequest): string => JSON.stringify([method, url, withSortedFields(body)]);

function withSortedFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedFields);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, withSortedFields(one)]),
  );
}
