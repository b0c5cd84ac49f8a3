/** Opens the store that the configuration names. */
import { join } from 'node:path';
import { StoreUnavailable, type BlobStore } from './blob-store.ts';
import type { DownloadLinks } from './download-links.ts';
import type { S3Settings } from './s3-settings.ts';
import { StartError } from '../base/start-error.ts';
import { FolderStore, INCOMING } from './folder-store.ts';

/** Where content lies: a bucket, or the folder, which holds uploads on their way also where there is a bucket. */
type BlobPlace = { blobFolder: string; s3: S3Settings | undefined };

const KEYS = 'the store refuses the credentials: check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN';
const REGION = "the bucket lies in another region: set 'region' to that one";
const REASONS: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: KEYS,
  SignatureDoesNotMatch: KEYS,
  InvalidToken: KEYS,
  ExpiredToken: KEYS,
  AccessDenied: 'the credentials may not list the bucket: they need to list it, and to read, write and delete its objects',
  NoSuchBucket: 'the store has no such bucket: create it, or correct its name',
  PermanentRedirect: REGION,
  TemporaryRedirect: REGION,
  AuthorizationHeaderMalformed: REGION,
  IllegalLocationConstraintException: REGION,
  RequestTimeTooSkewed: 'the clocks of the store and of this machine differ by more than 15 minutes: set them right',
};

const refuse = (): never => {
  throw new Error('Commands hand out no links');
};
const NO_LINKS: DownloadLinks = { urlOf: refuse, read: refuse };

/** Opens the bucket or the folder; a bucket that cannot be used is a reason not to start, like a database that cannot be. */
export async function openBlobs({ blobFolder, s3 }: BlobPlace, links = NO_LINKS): Promise<BlobStore> {
  if (s3 === undefined) return new FolderStore(blobFolder, links);
  // Loaded only by those who have a bucket.
  const [{ S3Store }, { S3Refusal }] = await Promise.all([import('./s3-store.ts'), import('./s3-client.ts')]);
  const store = new S3Store(s3, join(blobFolder, INCOMING));
  const isBucket = await store.isBucket().catch((error: unknown) => {
    if (error instanceof S3Refusal) throw unusable(s3, REASONS[error.code] ?? `${answered(error)}: check the endpoint`, error);
    if (error instanceof StoreUnavailable)
      throw unusable(s3, `it cannot be reached${codeOf(error.cause)}: check the endpoint, the network, and whether the store runs`, error);
    throw error;
  });
  if (!isBucket) throw unusable(s3, 'what answers there is no S3 store: check the endpoint');
  return store;
}

const unusable = ({ url }: S3Settings, reason: string, cause?: unknown): StartError =>
  new StartError(`MILLRACE_BLOB_STORE is ${url}, and ${reason}.`, { cause });

const answered = ({ status, code }: { status: number; code: string }): string => `the store answers ${`${status} ${code}`.trim()}`;

/** The code of the deepest error that has one. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code } = error as { code?: unknown };
  return codeOf(error.cause) || (typeof code === 'string' ? ` (${code})` : '');
}
