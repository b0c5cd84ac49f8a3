import { operations, type Schema } from '@millrace/contract';
import { endpoint } from '../../../core/http/endpoint.ts';
import { checkAccount, checkAddress, checkPermission, checkRight } from './checks.ts';
import { findAccount, selectPermissionSources } from './rows.ts';
import { objectIn, operationOf, requireMayAskAbout, rightsFor } from './rules.ts';

/**
 * Explains whether an account may use an operation.
 * @rule explanations.get.agrees
 * @rule explanations.get.sources
 * @rule explanations.get.scopes
 */
export const explainAccess = endpoint('GET /security/explanations', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query, program: { allowedCallers } }) {
    const operation = operationOf(query.operation, allowedCallers);
    const account = await findAccount(tx, actor, query.account ?? actor.id);
    requireMayAskAbout(actor, account);

    const { allow } = operation;
    const permissions = await selectPermissionSources(tx, actor, account.id);
    const checks: Schema<'AccessCheck'>[] = [];
    // A public operation checks neither the account nor its address.
    if (allow !== 'public') checks.push(checkAccount(account), await checkAddress(tx, actor, query.address));
    checks.push(checkPermission(allow, permissions));
    const needs = rightsFor(operation.route).map((needed, index) => ({
      needed,
      id: objectIn(operation, needed, index === 0 ? query.id : undefined),
    }));
    for (const need of needs) checks.push(await checkRight(tx, actor, { ...need, account, permissions }));
    const id = needs[0]?.id;
    return {
      status: 200,
      body: {
        account: { id: account.id, userType: account.user_type, name: account.name },
        operation: operation.route,
        ...(id !== undefined && { id }),
        scopes: [...operations[operation.route].scopes],
        allowed: checks.every(({ result }) => result !== 'FAILED'),
        checks,
      },
    };
  },
});
