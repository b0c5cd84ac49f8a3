/** Checks AWS signatures of version 4 according to their documentation, independently of the library that creates them. */
import { createHash, createHmac } from 'node:crypto';

/** A received request. Names of headers are lower case, `url` is path and query. */
export type Signed = { method: string; url: string; headers: Readonly<Record<string, string>>; body: Buffer };

/** The accepted credentials, and the current time. */
export type SignatureCheck = { accessKeyId: string; secretAccessKey: string; now: Date };

/** Returns the code of the refusal; undefined if the signature is correct. */
export function signatureFault(request: Signed, check: SignatureCheck): string | undefined {
  const query = queryOf(request.url);
  const presigned = query.find(([name]) => name === 'X-Amz-Signature')?.[1];
  if (presigned !== undefined) return presignedFault(request, query, presigned, check);

  const header = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    request.headers['authorization'] ?? '',
  );
  if (!header) return 'AccessDenied';
  const [, credential = '', names = '', signature = ''] = header;
  const date = request.headers['x-amz-date'] ?? '';
  const hash = request.headers['x-amz-content-sha256'] ?? '';
  if (Math.abs(instantOf(date) - check.now.getTime()) > 15 * 60_000) return 'RequestTimeTooSkewed';
  if (!names.split(';').includes('host') || !names.split(';').includes('x-amz-date')) return 'AccessDenied';
  if (hash !== createHash('sha256').update(request.body).digest('hex')) return 'XAmzContentSHA256Mismatch';
  return compare({ request, query, credential, names, date, hash, signature }, check);
}

function presignedFault(request: Signed, query: Pairs, signature: string, check: SignatureCheck): string | undefined {
  const parameters = new Map(query);
  const date = parameters.get('X-Amz-Date') ?? '';
  const lasts = Number(parameters.get('X-Amz-Expires'));
  if (!(lasts >= 0 && lasts <= 604_800) || request.method !== 'GET') return 'AuthorizationQueryParametersError';
  const credential = parameters.get('X-Amz-Credential') ?? '';
  const names = parameters.get('X-Amz-SignedHeaders') ?? '';
  const rest = query.filter(([name]) => name !== 'X-Amz-Signature');
  const wrong = compare({ request, query: rest, credential, names, date, hash: 'UNSIGNED-PAYLOAD', signature }, check);
  return wrong ?? (check.now.getTime() >= instantOf(date) + lasts * 1000 ? 'AccessDenied' : undefined);
}

type Pairs = [name: string, value: string][];
type Claim = { request: Signed; query: Pairs; credential: string; names: string; date: string; hash: string; signature: string };

function compare({ request, query, credential, names, date, hash, signature }: Claim, check: SignatureCheck): string | undefined {
  const [accessKeyId, day = '', region = '', service = '', end] = credential.split('/');
  if (accessKeyId !== check.accessKeyId) return 'InvalidAccessKeyId';
  if (service !== 's3' || end !== 'aws4_request' || !date.startsWith(day)) return 'AuthorizationHeaderMalformed';
  const path = decodeURIComponent(request.url.split('?')[0] ?? '');
  const canonical = [
    request.method,
    path.split('/').map(encode).join('/'),
    query
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .toSorted((a, b) => (a < b ? -1 : 1))
      .join('&'),
    ...names.split(';').map((name) => `${name}:${(request.headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    names,
    hash,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, [day, region, service, end].join('/'), createHash('sha256').update(canonical).digest('hex')];
  const key = [day, region, service, 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${check.secretAccessKey}`));
  return hmac(key, toSign.join('\n')).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Parses a query as the strictest store does: a plus sign stays a plus sign. */
const queryOf = (url: string): Pairs =>
  (url.split('?')[1] ?? '')
    .split('&')
    .filter(Boolean)
    .map((pair) => pair.split('=').map(decodeURIComponent))
    .map(([name = '', value = '']) => [name, value]);

const instantOf = (date: string): number => Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
