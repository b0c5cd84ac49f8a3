/** The setting for a bucket, `s3://bucket/prefix?region=…&endpoint=…`, and its access key in the usual AWS variables, unless a role is used. */
import { StartError } from '../base/start-error.ts';

/** The address of a store, and whether the bucket is in the path of its addresses, or in their host name. */
export type S3Address = { endpoint: string; isBucketInPath: boolean };

/** A bucket of an S3 store. */
export type S3Settings = {
  bucket: string;
  address: S3Address;
  /** The address for downloads, for browsers that reach the store by another name. */
  publicAddress: S3Address;
  /** The prefix of all object keys: empty, or with a slash at its end. */
  prefix: string;
  region: string;
  /** The access key; without one, the SDK looks for a role of the cloud. */
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  sessionToken: string | undefined;
};

type Environment = Record<string, string | undefined>;

const NAME = 'MILLRACE_BLOB_STORE';
const PARAMETERS = ['region', 'endpoint', 'publicEndpoint', 'pathStyle'];

/** Reads the setting; undefined without it. A refusal repeats no text of it, because it may contain a secret. */
export function readS3Settings(environment: Environment): S3Settings | undefined {
  const text = environment[NAME] || undefined;
  const accessKeyId = environment['AWS_ACCESS_KEY_ID'] || undefined;
  const secretAccessKey = environment['AWS_SECRET_ACCESS_KEY'] || undefined;
  const sessionToken = environment['AWS_SESSION_TOKEN'] || undefined;
  const defaultRegion = environment['AWS_REGION'] || 'us-east-1';
  if (text === undefined) return undefined;

  const url = bucketOf(text);
  const region = url.searchParams.get('region') || defaultRegion;
  if (!/^[a-z0-9-]{1,40}$/.test(region))
    throw new StartError(`The region of ${NAME} is not a valid name of a region: set one such as eu-central-1.`);
  const endpoint = endpointOf(url, 'endpoint') ?? new URL(`https://s3.${region}.amazonaws.com`);
  const publicEndpoint = endpointOf(url, 'publicEndpoint') ?? endpoint;
  const pathStyle = pathStyleOf(url);
  const bucket = url.hostname;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new StartError(`${NAME} needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`);
  const prefix = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  return {
    bucket,
    address: addressOf(endpoint, bucket, pathStyle),
    publicAddress: addressOf(publicEndpoint, bucket, pathStyle),
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken,
  };
}

function bucketOf(text: string): URL {
  const url = URL.parse(text);
  const fits = url?.protocol === 's3:' && /^[a-z0-9][\w.-]{1,61}[a-z0-9]$/i.test(url.hostname) && /^[\w./-]*$/.test(url.pathname);
  if (!url || !fits || url.port !== '' || url.hash !== '' || url.pathname.includes('//'))
    throw new StartError(`${NAME} is not the address of a bucket: set it to an address such as s3://bucket/prefix?region=eu-central-1.`);
  if (url.username !== '' || url.password !== '')
    throw new StartError(`${NAME} holds a user or a password: remove them, and set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`);
  if ([...url.searchParams.keys()].some((name) => !PARAMETERS.includes(name)))
    throw new StartError(`${NAME} has an unknown parameter: the known ones are ${PARAMETERS.join(', ')}.`);
  return url;
}

function endpointOf(url: URL, name: string): URL | undefined {
  const text = url.searchParams.get(name);
  if (text === null) return undefined;
  const endpoint = URL.parse(text);
  const fits = endpoint && /^https?:$/.test(endpoint.protocol) && `${endpoint.search}${endpoint.hash}${endpoint.username}` === '';
  if (!fits) throw new StartError(`The ${name} of ${NAME} is not an address: set one such as https://s3.example.com.`);
  return endpoint;
}

function pathStyleOf(url: URL): boolean | undefined {
  const text = url.searchParams.get('pathStyle');
  if (text !== null && text !== 'true' && text !== 'false') throw new StartError(`The pathStyle of ${NAME} must be true or false.`);
  return text === null ? undefined : text === 'true';
}

/** The bucket is in the host name for Amazon, else in the path. A certificate for `*.host` does not cover a bucket with a dot. */
function addressOf(endpoint: URL, bucket: string, pathStyle: boolean | undefined): S3Address {
  const isBucketInPath = bucket.includes('.') || (pathStyle ?? !/\.amazonaws\.com(?:\.cn)?$/.test(endpoint.hostname));
  return { endpoint: `${endpoint.origin}${endpoint.pathname.replace(/\/+$/, '')}`, isBucketInPath };
}

/** Builds the address of a bucket, for messages. */
export function bucketUrl({ bucket, address: { endpoint, isBucketInPath } }: S3Settings): string {
  return isBucketInPath ? `${endpoint}/${bucket}` : endpoint.replace('://', `://${bucket}.`);
}
