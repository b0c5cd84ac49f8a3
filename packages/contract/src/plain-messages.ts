/**
 * Refusals of the server in words for people. The messages are written for callers of the API, so some name the operation that helps: "set one with PUT
 * /orchestration/…". Console and command line leave it out; the sentence stays complete without it.
 */

const OPERATION = String.raw`(?:GET|POST|PUT|PATCH|DELETE) /[^\s,;)]*[^\s,;.:)]`;

/** The forms in which a message names an operation, each with what stays. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  // "take it over (POST /…)"
  [new RegExp(String.raw`\s*\([^()]*${OPERATION}[^()]*\)`, 'g'), ''],
  // "…; GET /… lists them", "…: GET /… lists them, PUT /… takes one"
  [new RegExp(String.raw`[;:,] ${OPERATION} \w+ \w+`, 'g'), ''],
  // "take it first, or use DELETE /…"
  [new RegExp(String.raw`,? or use ${OPERATION}`, 'g'), ''],
  // "…: use POST /… for another one"
  [new RegExp(String.raw`: use ${OPERATION}(?: for [\w ]+)?`, 'g'), ''],
  // "choose one of GET /…", "resume it with PUT /… and {"pause": false}", "the token of GET /…"
  [new RegExp(String.raw` (?:with|by|of|in|at|as|through|from) ${OPERATION}(?: and \{[^}]*\})?`, 'g'), ''],
];

/** Returns a message of the server without operations of the API, and without the prefix `body.` of the name of a field. */
export const plainMessage = (message: string): string =>
  FORMS.reduce((text, [form, rest]) => text.replaceAll(form, rest), message).replace(/^(?:body|query|path)\./, '');
