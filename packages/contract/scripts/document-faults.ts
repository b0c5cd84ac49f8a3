/** Two judges of an OpenAPI document that share no code: the schema that the OpenAPI Initiative publishes, and a linter with rules of its own (ADR 36). */
import { validate } from '@hyperjump/json-schema/openapi-3-1';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const SCHEMA = 'https://spec.openapis.org/oas/3.1/schema-base';

/** Where a document breaks the official schema of OpenAPI 3.1, as `<place>: <keyword of the schema>`; empty when it is valid. */
export async function schemaFaults(document: object): Promise<string[]> {
  const isValid = await validate(SCHEMA);
  const result = isValid(JSON.parse(JSON.stringify(document)), 'BASIC');
  if (result.valid) return [];
  const { errors = [] } = result;
  return [`not valid by ${SCHEMA}`, ...errors.map((error) => `${decodeURI(error.instanceLocation)}: ${error.absoluteKeywordLocation}`)];
}

/**
 * What the linter finds in a document, warnings too, as `<place>: <rule>: <message>`: structure, references that lead nowhere, path parameters that
 * are not declared, names given twice, and examples that do not fit their schemas.
 */
export async function ruleFaults(document: object): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
      'no-invalid-schema-examples': 'error',
      // The paths are those of the API family: /processing/executions/plans/{id} beside /processing/executions/{id}/explanation.
      'no-ambiguous-paths': 'off',
      // Health, readiness and metrics refuse nothing.
      'operation-4xx-response': 'off',
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config });
  return problems.map(({ location, ruleId, message }) => `${location[0]?.pointer ?? '#'}: ${ruleId}: ${message}`);
}
