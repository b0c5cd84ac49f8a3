/** Checks signatures of AWS version 4 as their documentation describes them, apart from the library that makes ours. */
import { createHash, createHmac } from 'node:crypto';

/** A request as it came over the wire; names of headers are lower case, `url` is path and query. */
export type Signed = { method: string; url: string; headers: Readonly<Record<string, string>>; body: Buffer };

/** Who may come, and what time it is. */
export type Gate = { accessKeyId: string; secretAccessKey: string; now: Date };

/** The code of the refusal, or undefined where the signature is right. */
export function signatureFault(request: Signed, gate: Gate): string | undefined {
  const query = queryOf(request.url);
  const presigned = query.find(([name]) => name === 'X-Amz-Signature')?.[1];
  if (presigned !== undefined) return presignedFault(request, query, presigned, gate);

  const header = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    request.headers['authorization'] ?? '',
  );
  if (!header) return 'AccessDenied';
  const [, credential = '', names = '', signature = ''] = header;
  const date = request.headers['x-amz-date'] ?? '';
  const hash = request.headers['x-amz-content-sha256'] ?? '';
  if (Math.abs(instantOf(date) - gate.now.getTime()) > 15 * 60_000) return 'RequestTimeTooSkewed';
  if (!names.split(';').includes('host') || !names.split(';').includes('x-amz-date')) return 'AccessDenied';
  if (hash !== createHash('sha256').update(request.body).digest('hex')) return 'XAmzContentSHA256Mismatch';
  return compare({ request, query, credential, names, date, hash, signature }, gate);
}

function presignedFault(request: Signed, query: Pairs, signature: string, gate: Gate): string | undefined {
  const said = new Map(query);
  const date = said.get('X-Amz-Date') ?? '';
  const lasts = Number(said.get('X-Amz-Expires'));
  if (!(lasts >= 0 && lasts <= 604_800) || request.method !== 'GET') return 'AuthorizationQueryParametersError';
  const credential = said.get('X-Amz-Credential') ?? '';
  const names = said.get('X-Amz-SignedHeaders') ?? '';
  const rest = query.filter(([name]) => name !== 'X-Amz-Signature');
  const wrong = compare({ request, query: rest, credential, names, date, hash: 'UNSIGNED-PAYLOAD', signature }, gate);
  return wrong ?? (gate.now.getTime() >= instantOf(date) + lasts * 1000 ? 'AccessDenied' : undefined);
}

type Pairs = [name: string, value: string][];
type Claim = { request: Signed; query: Pairs; credential: string; names: string; date: string; hash: string; signature: string };

function compare({ request, query, credential, names, date, hash, signature }: Claim, gate: Gate): string | undefined {
  const [accessKeyId, day = '', region = '', service = '', end] = credential.split('/');
  if (accessKeyId !== gate.accessKeyId) return 'InvalidAccessKeyId';
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
  const key = [day, region, service, 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${gate.secretAccessKey}`));
  return hmac(key, toSign.join('\n')).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** As strict as the strictest store: a plus is a plus. */
const queryOf = (url: string): Pairs =>
  (url.split('?')[1] ?? '')
    .split('&')
    .filter(Boolean)
    .map((pair) => pair.split('=').map(decodeURIComponent))
    .map(([name = '', value = '']) => [name, value]);

const instantOf = (date: string): number => Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
