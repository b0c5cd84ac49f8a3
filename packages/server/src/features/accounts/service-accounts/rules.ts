/** The rules of service accounts. */
import { forbidden } from '../../../core/base/problem.ts';

/**
 * The tenant has fewer service accounts than the install allows.
 * @rule service-accounts.create.licence
 */
export function isBelowLimit(count: number, limit: number): void {
  if (count >= limit)
    throw forbidden(
      'service_accounts_limit',
      `The tenant has ${count} service accounts, and this install allows ${limit}: delete one, or ask the operator to raise MILLRACE_SERVICE_ACCOUNTS.`,
    );
}
