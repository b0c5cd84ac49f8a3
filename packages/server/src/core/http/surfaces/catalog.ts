/** The error format of sharing and the data catalogue: ErrorMessageBody. */
import { STATUS_CODES } from 'node:http';
import type { Surface } from '../feature.ts';

/** `{timestamp, status, error, exception, message, path}`; the exception is the stable code. */
export const catalogErrors: Surface = ({ status, code, message }, _requestId, { path, at } = { path: '', at: 0 }) => ({
  timestamp: at,
  status,
  error: STATUS_CODES[status] ?? 'Error',
  exception: code,
  message,
  path,
});
