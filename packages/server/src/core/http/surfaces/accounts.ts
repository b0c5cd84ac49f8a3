/** The error format of the account operations. */
import type { Surface } from '../feature.ts';

/** `{status, detail, code, requestId}`. */
export const accounts: Surface = ({ status, code, message }, requestId) => ({ status, detail: message, code, requestId });
