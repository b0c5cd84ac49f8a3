/** The error formats of operations whose error has a title: ApiError, and one flat object. */
import type { Surface } from '../feature.ts';
import { TITLES } from './tenant.ts';

/** `{type, title, status, details, code, instance, requestId}`; the code is the stable one. */
export const titledErrors: Surface = ({ status, code, message }, requestId, { path } = { path: '', at: 0 }) => ({
  type: 'about:blank',
  title: TITLES[status] ?? 'Server error',
  status,
  details: message,
  code,
  instance: path,
  requestId,
});

/**
 * `{code, title, detail}`; the code is the stable one.
 * @rule notifications.errors.body
 */
export const flatErrors: Surface = ({ status, code, message }) => ({ code, title: TITLES[status] ?? 'Server error', detail: message });
