import { notFound } from '../../../core/base/problem.ts';
import { endpoint } from '../../../core/http/endpoint.ts';

/**
 * Streams a file to any caller with its signed address.
 * @rule downloads.get.signed
 * @rule downloads.get.saved
 */
export const getDownload = endpoint('GET /downloads/{token}', {
  allow: 'public',
  // It does not use the database, and a download may take minutes.
  transaction: 'none',

  async run({ blobs, downloads, path }) {
    const { key, fileName, contentType } = downloads.read(path.token);
    const bytes = await blobs.sizeOf(key);
    if (bytes === undefined) throw notFound('File', fileName);
    return { status: 200, stream: blobs.read(key), contentType, bytes, fileName };
  },
});
