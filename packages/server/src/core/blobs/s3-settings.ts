/** The setting that puts content into a bucket, as `s3://bucket/prefix?region=…&endpoint=…`, with the credentials as every S3 tool takes them. */
import { StartError } from '../base/start-error.ts';

/** A bucket of a store that speaks S3, and who we are there. */
export type S3Settings = {
  bucket: string;
  /** Address of the bucket, without a slash at its end. */
  url: string;
  /** The same for people who download, where they reach the store by another name. */
  publicUrl: string;
  /** What all keys begin with: empty, or ending in a slash. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
};

type Environment = Record<string, string | undefined>;

const NAME = 'MILLRACE_BLOB_STORE';
const PARAMETERS = ['region', 'endpoint', 'publicEndpoint', 'pathStyle'];

/** Reads the setting, or undefined without it. No text of it is repeated in a refusal: it may hold a secret. */
export function readS3Settings(environment: Environment): S3Settings | undefined {
  const text = environment[NAME] || undefined;
  const accessKeyId = environment['AWS_ACCESS_KEY_ID'] || undefined;
  const secretAccessKey = environment['AWS_SECRET_ACCESS_KEY'] || undefined;
  const sessionToken = environment['AWS_SESSION_TOKEN'] || undefined;
  const usualRegion = environment['AWS_REGION'] || 'us-east-1';
  if (text === undefined) return undefined;

  const url = bucketOf(text);
  const region = url.searchParams.get('region') || usualRegion;
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw new StartError(`The region of ${NAME} is no name of a region, such as eu-central-1.`);
  const endpoint = endpointOf(url, 'endpoint') ?? new URL(`https://s3.${region}.amazonaws.com`);
  const publicEndpoint = endpointOf(url, 'publicEndpoint') ?? endpoint;
  const pathStyle = pathStyleOf(url);
  const bucket = url.hostname;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new StartError(`${NAME} needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`);
  const prefix = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  return {
    bucket,
    url: addressOf(endpoint, bucket, pathStyle),
    publicUrl: addressOf(publicEndpoint, bucket, pathStyle),
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
    throw new StartError(`${NAME} is not the address of a bucket: set it to one such as s3://bucket/prefix?region=eu-central-1.`);
  if (url.username !== '' || url.password !== '')
    throw new StartError(`${NAME} holds a user or a password: take them out, and set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`);
  if ([...url.searchParams.keys()].some((name) => !PARAMETERS.includes(name)))
    throw new StartError(`${NAME} has a parameter that is not known: it takes ${PARAMETERS.join(', ')}.`);
  return url;
}

function endpointOf(url: URL, name: string): URL | undefined {
  const text = url.searchParams.get(name);
  if (text === null) return undefined;
  const endpoint = URL.parse(text);
  const fits = endpoint && /^https?:$/.test(endpoint.protocol) && `${endpoint.search}${endpoint.hash}${endpoint.username}` === '';
  if (!fits) throw new StartError(`The ${name} of ${NAME} is not an address such as https://s3.example.com.`);
  return endpoint;
}

function pathStyleOf(url: URL): boolean | undefined {
  const text = url.searchParams.get('pathStyle');
  if (text !== null && text !== 'true' && text !== 'false') throw new StartError(`The pathStyle of ${NAME} must be true or false.`);
  return text === null ? undefined : text === 'true';
}

/** Amazon wants the bucket in the name of the host, others have it in the path; a bucket with a dot fits no certificate for `*.host`. */
function addressOf(endpoint: URL, bucket: string, pathStyle: boolean | undefined): string {
  const path = endpoint.pathname.replace(/\/+$/, '');
  const inPath = pathStyle ?? (!/\.amazonaws\.com(?:\.cn)?$/.test(endpoint.hostname) || bucket.includes('.'));
  return inPath ? `${endpoint.origin}${path}/${bucket}` : `${endpoint.protocol}//${bucket}.${endpoint.host}${path}`;
}
