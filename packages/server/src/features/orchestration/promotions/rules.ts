/** The rules of promotions. */
import { invalid, Problem } from '../../../core/base/problem.ts';
import { itemsOf, type PromotionReport, type ReportStatus } from './draft/report.ts';

/**
 * A promotion leads from one environment into another.
 * @rule promotions.create.two
 */
export function leadsElsewhere(source: string, target: string): void {
  if (source === target) throw invalid('environments_same', 'The source and the target are the same environment: name two.');
}

/**
 * The account could execute the promotion until now.
 * @rule promotions.users.missing
 */
export function wasAssigned(removed: readonly unknown[]): void {
  if (removed.length === 0) throw new Problem(404, 'not_found', 'The account is none of those who may execute the promotion.');
}

/** How an execution ends. */
export type PromotionOutcome = { status: 'PROMOTION_WARNING' | 'PROMOTION_FAILED' | 'PROMOTED'; message: string };

const COUNTED: readonly [ReportStatus, string][] = [
  ['CREATED', 'created'],
  ['REPLACED', 'replaced'],
  ['REUSED', 'reused'],
  ['SKIPPED', 'skipped'],
  ['FAILED', 'failed'],
];

/**
 * What comes of a draft: one thing that cannot be promoted is enough to promote nothing.
 * @rule promotions.execute.status
 */
export function outcomeOf(report: PromotionReport): PromotionOutcome {
  const items = itemsOf(report);
  const warnings = items.flatMap((one) => one.messages).filter(({ level }) => level === 'WARN').length;
  const counts = COUNTED.map(([status, word]) => [items.filter((one) => one.status === status).length, word] as const);
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  if (warnings > 0) parts.push(`${warnings} warning${warnings === 1 ? '' : 's'}`);
  const failed = items.some((one) => one.status === 'FAILED');
  return {
    status: failed ? 'PROMOTION_FAILED' : warnings > 0 ? 'PROMOTION_WARNING' : 'PROMOTED',
    message: parts.length > 0 ? `${parts.join(', ')}.` : 'There was nothing to promote.',
  };
}

const FAULTS_SHOWN = 5;

/**
 * A promotion that failed is told as a refusal, with the record that tells all.
 * @rule promotions.execute.failed
 */
export function hasSucceeded({ id, status, report }: { id: string; status: string; report: PromotionReport }): void {
  if (status !== 'PROMOTION_FAILED') return;
  const faults = itemsOf(report).flatMap((one) => (one.status === 'FAILED' ? one.messages.map((message) => message.info) : []));
  const others = faults.length - FAULTS_SHOWN;
  const more = others > 0 ? ` There ${others === 1 ? 'is 1 more fault' : `are ${others} more faults`}.` : '';
  throw new Problem(
    501,
    'promotion_failed',
    `Nothing was promoted. ${faults.slice(0, FAULTS_SHOWN).join(' ')}${more} The promotion execution '${id}' has the whole report.`,
    id,
  );
}
