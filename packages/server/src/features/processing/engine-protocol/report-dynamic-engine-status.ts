import { endpoint } from '../../../core/http/endpoint.ts';
import { saveReport } from '../dynamic-engines/index.ts';

/** Stores the report of an operator. */
export const reportDynamicEngineStatus = endpoint('PUT /engine/v1/dynamic-engine/status', {
  allow: 'dynamic-engine',
  bodyLimit: 4 * 1024 * 1024,

  async run({ dynamicEngine: { dynamicEngineId: id }, tx, tokens, body }) {
    const revision = await saveReport(tx, tokens, id, body);
    return { status: 200, body: { revision }, ...(revision !== body.revision && { wake: [id] }) };
  },
});
