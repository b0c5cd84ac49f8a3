/**
 * Two validators of an OpenAPI document that share no code: the schema of the OpenAPI Initiative, and a linter with its own rules (ADR 36).
 * Only tests run them.
 */
import { validate } from '@hyperjump/json-schema/openapi-3-1';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const SCHEMA = 'https://spec.openapis.org/oas/3.1/schema-base';

/** Lists where a document violates the official schema of OpenAPI 3.1: a heading, then `<place>: <keyword of the schema>`; empty if it is valid. */
export async function schemaFaults(document: object): Promise<string[]> {
  const isValid = await validate(SCHEMA);
  const result = isValid(JSON.parse(JSON.stringify(document)), 'BASIC');
  if (result.valid) return [];
  const { errors = [] } = result;
  return [`violates ${SCHEMA}`, ...errors.map((error) => `${decodeURI(error.instanceLocation)}: ${error.absoluteKeywordLocation}`)];
}

/** Operations whose only success is a redirect. The linter demands a 2xx status. */
const REDIRECTS = ['/api/v1/users/me', '/api/v1/tenants/me', '/oauth/authorize'].map(
  (path) => `#/paths/${path.replaceAll('/', '~1')}/get/`,
);

/**
 * Lists the errors and warnings of the linter, as `<place>: <rule>: <message>`: wrong structure, references without a target, undeclared path
 * parameters, repeated names, and examples that do not match their schemas. Three operations that only redirect may lack a 2xx status.
 */
export async function ruleFaults(document: object): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
      'no-invalid-schema-examples': 'error',
      // The published API has ambiguous paths: /processing/executions/plans/{id} beside /processing/executions/{id}/explanation.
      'no-ambiguous-paths': 'off',
      // Health, readiness and metrics have no 4xx answers.
      'operation-4xx-response': 'off',
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config });
  return problems
    .map(({ location, ruleId, message }) => ({ pointer: location[0]?.pointer ?? '#', ruleId, message }))
    .filter(({ pointer, ruleId }) => ruleId !== 'operation-2xx-response' || !REDIRECTS.some((redirect) => pointer.startsWith(redirect)))
    .map(({ pointer, ruleId, message }) => `${pointer}: ${ruleId}: ${message}`);
}
