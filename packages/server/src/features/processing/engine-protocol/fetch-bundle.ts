import { endpoint } from '../../../core/http/endpoint.ts';
import { found, Problem } from '../../../core/base/problem.ts';
import { selectHeldContent } from './queries.ts';

/** Streams the bundle or a resource of an execution that the engine holds. */
export const fetchBundle = endpoint('GET /engine/v1/bundles/{hash}', {
  allow: 'engine',

  async run({ engine, tx, blobs, path }) {
    const content = found(await selectHeldContent(tx, engine.engineId, path.hash), 'Bundle', path.hash);
    // The query of the request selects the artifact or the resource.
    const size = await blobs.sizeOf(content.key);
    if (size !== content.size) throw new Problem(404, 'not_found', `The stored content is ${size === undefined ? 'missing' : 'damaged'}.`);
    return {
      status: 200,
      stream: blobs.read(content.key),
      contentType: content.bundle ? 'application/zip' : 'application/octet-stream',
      bytes: content.size,
    };
  },
});
