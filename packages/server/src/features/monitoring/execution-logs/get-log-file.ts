import { endpoint } from '../../../core/http/endpoint.ts';
import { findExecution } from '../../processing/task-executions/index.ts';
import { findFile } from './file-queries.ts';
import { CONTENT_TYPES, fileOfValidToken, tokenIn, URL_SECONDS } from './rules.ts';

/**
 * Reads the status of a log file, and its download address once it is written.
 * @rule execution-logs.limits.token
 * @rule execution-logs.limits.url
 */
export const getLogFile = endpoint('POST /monitoring/executions/{id}/logs/status', {
  allow: 'signed-in',
  audit: 'none',

  async run({ actor, tx, tokens, blobs, now, path, text }) {
    const execution = await findExecution(tx, actor, path.id);
    const token = tokenIn(await text({ types: ['application/json', 'text/plain', 'application/octet-stream'], maxBytes: 1000 }));
    const file = fileOfValidToken(await findFile(tx, execution.id, tokens.hash(token)), now);
    if (file.blob_key === null) return { status: 200, body: { status: 'IN_PROGRESS' as const } };
    const terms = { fileName: file.name, contentType: CONTENT_TYPES[file.format], expiresInSeconds: URL_SECONDS };
    return { status: 200, body: { status: 'READY' as const, presignedURL: await blobs.downloadUrl(file.blob_key, terms) } };
  },
});
