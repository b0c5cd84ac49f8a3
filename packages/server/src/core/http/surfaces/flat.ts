/** The error format of operations whose error is one flat object. */
import type { Surface } from '../feature.ts';
import { TITLES } from './tenant.ts';

/**
 * `{code, title, detail}`; the code is the stable one.
 * @rule notifications.errors.body
 */
export const flatErrors: Surface = ({ status, code, message }) => ({ code, title: TITLES[status] ?? 'Server error', detail: message });
