/** The error format of orchestration, processing, monitoring and the engine protocol: ErrorResponse. */
import type { Surface } from '../feature.ts';

/** `{status, message, detail, requestId}`; the detail begins with the stable code. */
export const orchestration: Surface = ({ status, code, message, details }, requestId) => ({
  status,
  message,
  detail: details === undefined ? code : `${code}: ${details}`,
  requestId,
});
