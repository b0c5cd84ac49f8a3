/** Opens the configured store. */
import { join } from 'node:path';
import { StoreUnavailable, type BlobStore } from './blob-store.ts';
import type { DownloadLinks } from './download-links.ts';
import { bucketUrl, type S3Settings } from './s3-settings.ts';
import { StartError } from '../base/start-error.ts';
import { FolderStore, INCOMING } from './folder-store.ts';

/** The settings: a bucket if `s3` is set, else the folder. With a bucket, the folder has only staged uploads. */
type BlobSettings = { blobFolder: string; s3: S3Settings | undefined };

const CREDENTIALS_REFUSED = 'the store refuses the credentials: check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN';
const NO_CREDENTIALS =
  'there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role of the cloud';
const WRONG_REGION = "the bucket is in another region: set 'region' to the region of the bucket";
const REASONS: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: CREDENTIALS_REFUSED,
  SignatureDoesNotMatch: CREDENTIALS_REFUSED,
  InvalidToken: CREDENTIALS_REFUSED,
  ExpiredToken: CREDENTIALS_REFUSED,
  AccessDenied: 'the credentials may not list the bucket: they need to list it, and to read, write and delete its objects',
  NoSuchBucket: 'the store has no such bucket: create it, or correct its name',
  PermanentRedirect: WRONG_REGION,
  TemporaryRedirect: WRONG_REGION,
  AuthorizationHeaderMalformed: WRONG_REGION,
  IllegalLocationConstraintException: WRONG_REGION,
  RequestTimeTooSkewed: 'the clocks of the store and of this machine differ by more than 15 minutes: correct them',
};

const refuse = (): never => {
  throw new Error('Commands create no download links');
};
const NO_LINKS: DownloadLinks = { urlOf: refuse, read: refuse };

/** Opens the bucket or the folder; throws a StartError if the bucket cannot be used. */
export async function openBlobs({ blobFolder, s3 }: BlobSettings, links = NO_LINKS): Promise<BlobStore> {
  if (s3 === undefined) return new FolderStore(blobFolder, links);
  // The modules for S3 are loaded only if there is a bucket.
  const [{ S3Store }, { S3Refusal }] = await Promise.all([import('./s3-store.ts'), import('./s3-client.ts')]);
  const store = new S3Store(s3, join(blobFolder, INCOMING));
  const isBucket = await store.isBucket().catch((error: unknown) => {
    if (error instanceof S3Refusal) throw unusable(s3, REASONS[error.code] ?? `${describeAnswer(error)}: check the endpoint`, error);
    if (error instanceof StoreUnavailable && (error.cause as Error).name === 'CredentialsProviderError')
      throw unusable(s3, NO_CREDENTIALS, error);
    if (error instanceof StoreUnavailable)
      throw unusable(s3, `it cannot be reached${codeOf(error.cause)}: check the endpoint, the network, and whether the store runs`, error);
    throw error;
  });
  if (!isBucket) throw unusable(s3, 'the server at this address is no S3 store: check the endpoint');
  return store;
}

const unusable = (settings: S3Settings, reason: string, cause?: unknown): StartError =>
  new StartError(`MILLRACE_BLOB_STORE is ${bucketUrl(settings)}, and ${reason}.`, { cause });

const describeAnswer = ({ status, code }: { status: number; code: string }): string => `the store answers ${`${status} ${code}`.trim()}`;

/** Returns the code of the deepest cause that has a code. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code } = error as { code?: unknown };
  return codeOf(error.cause) || (typeof code === 'string' ? ` (${code})` : '');
}
