/** The rules of promotions. */
import { invalid, Problem } from '../../../core/base/problem.ts';
import { itemsOf, type PromotionReport, type ReportStatus } from './draft/report.ts';

/**
 * Refuses a promotion from an environment into itself.
 * @rule promotions.create.two
 */
export function requireTwoEnvironments(source: string, target: string): void {
  if (source === target) throw invalid('environments_same', 'The source and the target are the same environment: choose two environments.');
}

/**
 * Refuses to remove an account that the promotion does not have.
 * @rule promotions.users.missing
 */
export function requireAssigned(removed: readonly unknown[]): void {
  if (removed.length === 0) throw new Problem(404, 'not_found', 'The promotion does not have this account.');
}

/** The status and the message of an execution. */
type PromotionOutcome = { status: 'PROMOTION_WARNING' | 'PROMOTION_FAILED' | 'PROMOTED'; message: string };

const COUNTED: readonly [ReportStatus, string][] = [
  ['CREATED', 'created'],
  ['REPLACED', 'replaced'],
  ['REUSED', 'reused'],
  ['SKIPPED', 'skipped'],
  ['FAILED', 'failed'],
];

/**
 * Computes the outcome of a draft. If one item cannot be promoted, nothing is promoted.
 * @rule promotions.execute.status
 */
export function outcomeOf(report: PromotionReport): PromotionOutcome {
  const items = itemsOf(report);
  const warnings = items.flatMap((item) => item.messages).filter(({ level }) => level === 'WARN').length;
  const counts = COUNTED.map(([status, word]) => [items.filter((item) => item.status === status).length, word] as const);
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  if (warnings > 0) parts.push(`${warnings} warning${warnings === 1 ? '' : 's'}`);
  const message = parts.length > 0 ? `${parts.join(', ')}.` : 'There was nothing to promote.';
  if (items.some((item) => item.status === 'FAILED')) return { status: 'PROMOTION_FAILED', message };
  return { status: warnings > 0 ? 'PROMOTION_WARNING' : 'PROMOTED', message };
}

const FAULTS_SHOWN = 5;

/**
 * Answers a failed promotion with 501, the first faults and the id of its record.
 * @rule promotions.execute.failed
 */
export function requireSucceeded({ id, status, report }: { id: string; status: string; report: PromotionReport }): void {
  if (status !== 'PROMOTION_FAILED') return;
  const faults = itemsOf(report).flatMap((item) => (item.status === 'FAILED' ? item.messages.map((message) => message.info) : []));
  const others = faults.length - FAULTS_SHOWN;
  const more = others > 0 ? ` There ${others === 1 ? 'is 1 more fault' : `are ${others} more faults`}.` : '';
  throw new Problem(
    501,
    'promotion_failed',
    `Nothing was promoted. ${faults.slice(0, FAULTS_SHOWN).join(' ')}${more} The promotion execution '${id}' has the whole report.`,
    id,
  );
}
