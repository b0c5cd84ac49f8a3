/** Probes S3 and compatible stores. */
import { requiredValue, type Probe, type Values } from './probe.ts';
import { ProbeFailure, ProbeRefusal } from './reasons.ts';

/** The maximum number of characters of an answer that are read. */
const MAX_TEXT = 64 * 1024;

/** Lists at most one object of the bucket, or the buckets if no bucket is named; both show that the keys are right. */
export const probeS3: Probe = async (values, outbound, signal) => {
  const accessKeyId = requiredValue(values, 'access_key', 'the access key');
  const secretAccessKey = requiredValue(values, 'secret_key', 'the secret key');
  const region = values.get('region') || 'us-east-1';
  if (!/^[a-z0-9-]{1,40}$/.test(region))
    throw new ProbeRefusal("The parameter 'region' is not the name of a region, such as eu-central-1.");
  const sessionToken = values.get('session_token') || undefined;
  const { AwsClient } = await import('aws4fetch');
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    ...(sessionToken !== undefined && { sessionToken }),
  });
  const { url, headers } = await client.sign(targetOf(values, region));
  const response = await outbound.fetch(url, { headers, signal });
  const text = await beginningOf(response);
  if (response.ok && !/<(?:\w+:)?List(?:AllMyBuckets|Bucket)Result[\s>]/.test(text)) throw new ProbeRefusal(NOT_A_STORE);
  if (response.ok) return values.get('bucket') ? 'The bucket was opened.' : 'The store let the access key in.';
  const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1];
  throw code === undefined ? new ProbeRefusal(NOT_A_STORE) : new ProbeFailure(code);
};

const NOT_A_STORE = "The server at this address is no S3 store: check 'endpoint'.";

/** Builds the URL of the request, with the bucket in the path, which every store supports. */
function targetOf(values: Values, region: string): URL {
  const endpoint = URL.parse(values.get('endpoint') || `https://s3.${region}.amazonaws.com`);
  if (!endpoint || !/^https?:$/.test(endpoint.protocol))
    throw new ProbeRefusal("The parameter 'endpoint' is not an address that begins with http:// or https://.");
  if (endpoint.username !== '' || endpoint.password !== '')
    throw new ProbeRefusal("The parameter 'endpoint' holds a user or a password: put them into 'access_key' and 'secret_key'.");
  const bucket = values.get('bucket') ?? '';
  if (bucket !== '' && !/^[A-Za-z0-9][\w.-]{1,253}[A-Za-z0-9]$/.test(bucket)) throw new ProbeFailure('InvalidBucketName');
  endpoint.pathname = `${endpoint.pathname.replace(/\/$/, '')}/${bucket}`;
  endpoint.search = bucket === '' ? '' : 'list-type=2&max-keys=1';
  endpoint.hash = '';
  return endpoint;
}

async function beginningOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_TEXT) break;
  }
  return text;
}
