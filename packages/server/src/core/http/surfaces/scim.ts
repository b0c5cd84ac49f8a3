/** The error format of SCIM: RFC 7644, section 3.12. No further members are allowed, so the id of the request is only in the header. */
import type { Surface } from '../feature.ts';

/** The kinds of errors that the RFC names, by the code of the refusal. */
const SCIM_TYPES: Readonly<Record<string, string>> = {
  malformed_request: 'invalidSyntax',
  malformed_filter: 'invalidFilter',
  invalid_path: 'invalidPath',
  invalid_value: 'invalidValue',
  login_refused: 'invalidValue',
  email_refused: 'invalidValue',
  group_circle: 'invalidValue',
  no_target: 'noTarget',
  immutable: 'mutability',
};

/** `{schemas, status, scimType, detail}`; the status is a text, and the detail begins with the stable code. */
export const scimErrors: Surface = Object.assign<Surface, Pick<Surface, 'mediaType'>>(
  ({ status, code, message }) => {
    const scimType = code.endsWith('_taken') ? 'uniqueness' : SCIM_TYPES[code];
    return {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(scimType !== undefined && { scimType }),
      detail: `${code}: ${message}`,
    };
  },
  { mediaType: 'application/scim+json' },
);
