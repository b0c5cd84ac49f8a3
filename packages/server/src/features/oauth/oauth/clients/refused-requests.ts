/** Records refused requests to the OAuth endpoints for the owner of the client. */
import { neutralWord } from '@millrace/contract';
import type { RefusedRequest } from '../../../../core/http/feature.ts';
import type { Platform } from '../../../../core/platform/platform.ts';
import { noteRefusal } from '../../oauth-clients/index.ts';
import { namedClient } from './client-proof.ts';

/** Answers to a device that asks for its tokens before a person has decided. Every sign-in of a device has some. */
const EXPECTED_CODES = new Set<string>(['authorization_pending', 'slow_down']);

/** Records a refusal, if the request names a client. Faults of the server are not recorded. */
export function noteRefusedRequest(platform: Platform, { route, problem, query, body, header, client: caller }: RefusedRequest): void {
  if (problem.status >= 500 || EXPECTED_CODES.has(problem.code)) return;
  const fields = fieldsIn(body) ?? fieldsIn(query) ?? {};
  const client = problem.exact?.program ?? namedClient(header, fields);
  if (client === undefined) return;
  const { grant_type: grantType } = fields;
  noteRefusal(platform, {
    client,
    endpoint: route.slice(route.indexOf('/')),
    problem,
    address: caller.address,
    ...(typeof grantType === 'string' && { grantType: neutralWord(grantType) }),
  });
}

const fieldsIn = (value: unknown): Record<string, unknown> | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
