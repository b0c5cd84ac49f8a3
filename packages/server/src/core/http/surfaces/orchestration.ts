/**
 * The error formats of orchestration, processing, monitoring and the engine protocol (ErrorResponse), of the account operations, and of sharing and the
 * data catalogue (ErrorMessageBody).
 */
import { STATUS_CODES } from 'node:http';
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

/** `{timestamp, status, error, exception, message, path}`; the exception is the stable code. */
export const catalogErrors: Surface = ({ status, code, message }, _requestId, { path, at } = { path: '', at: 0 }) => ({
  timestamp: at,
  status,
  error: STATUS_CODES[status] ?? 'Error',
  exception: code,
  message,
  path,
});
