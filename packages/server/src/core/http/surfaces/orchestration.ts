/** The error formats of orchestration, processing, monitoring and the engine protocol (ErrorResponse), and of the account operations. */
import type { Surface } from '../feature.ts';

/** `{status, message, detail, requestId}`; the detail begins with the stable code. */
export const orchestration: Surface = ({ status, code, message, details }, requestId) => ({
  status,
  message,
  detail: details === undefined ? code : `${code}: ${details}`,
  requestId,
});

/** The format of the account operations: `{status, detail, code, requestId}`. */
export const accounts: Surface = ({ status, code, message }, requestId) => ({ status, detail: message, code, requestId });
