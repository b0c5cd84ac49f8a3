/** The calls of the operator of a dynamic engine to its control plane. Each makes one attempt. */
import type { Schema } from '@millrace/contract';
import { ApiError } from '@millrace/contract/client';
import { engineClient, within } from '../protocol.ts';

/** The time for which a call for the desired state waits for a change. */
const WAIT_MILLISECONDS = 20_000;
const ANSWER_MILLISECONDS = 10_000;

/** The control plane does not know the credential: another operator was paired, the engine was deleted, or nothing was reported for 30 days. */
export class OperatorReplaced extends Error {
  constructor() {
    super('The control plane rejects the credential of this operator (401): another one was paired, or the engine was deleted');
    this.name = 'OperatorReplaced';
  }
}

/** The calls of a paired operator. */
export type OperatorProtocol = {
  /** Reads the desired state: at once if its revision is not the known one, otherwise when it changes. */
  desired(known: number | undefined, signal: AbortSignal): Promise<Schema<'DesiredState'>>;
  report(state: Schema<'ObservedState'>, signal: AbortSignal): Promise<Schema<'ObservedStateAnswer'>>;
};

/** Makes the calls with a credential. */
export function openOperatorProtocol(url: string, credential: string): OperatorProtocol {
  const client = engineClient(url, credential);
  const refused = (error: unknown): never => {
    throw error instanceof ApiError && error.status === 401 ? new OperatorReplaced() : error;
  };
  return {
    async desired(revision, outer) {
      const query = revision === undefined ? {} : { revision, waitMilliseconds: WAIT_MILLISECONDS };
      const answer = await within(WAIT_MILLISECONDS + ANSWER_MILLISECONDS, outer, (signal) =>
        client.call('GET /engine/v1/dynamic-engine', { query, signal }),
      ).catch(refused);
      return answer.body;
    },
    async report(body, outer) {
      const answer = await within(ANSWER_MILLISECONDS, outer, (signal) =>
        client.call('PUT /engine/v1/dynamic-engine/status', { body, signal }),
      ).catch(refused);
      return answer.body;
    },
  };
}
