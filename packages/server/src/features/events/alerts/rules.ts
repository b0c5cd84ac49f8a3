/** The rules of alerts. */
import type { Schema } from '@millrace/contract';
import { conflict, invalid, type Problem } from '../../../core/base/problem.ts';
import type { AlertCondition } from './rows.ts';

/** The fields of a rule that depend on its condition. */
type ConditionFields = {
  condition: AlertCondition;
  boundSeconds?: number | undefined;
  usualFactor?: number | undefined;
  successWithinSeconds?: number | undefined;
};

/** The bounds that each condition accepts, and whether it needs one of them. */
const BOUNDS: Readonly<Record<AlertCondition, { accepted: readonly (keyof ConditionFields)[]; isNeeded: boolean }>> = {
  run_failed: { accepted: [], isNeeded: false },
  run_long: { accepted: ['boundSeconds', 'usualFactor'], isNeeded: true },
  run_absent: { accepted: ['boundSeconds', 'successWithinSeconds'], isNeeded: true },
  engine_lost: { accepted: ['boundSeconds'], isNeeded: false },
};

const ALL_BOUNDS = ['boundSeconds', 'usualFactor', 'successWithinSeconds'] as const;

/**
 * A condition has only bounds that it accepts, and at least one if it needs one.
 * @rule alerts.create.bounds
 */
export function requireBounds(fields: ConditionFields): void {
  const { accepted, isNeeded } = BOUNDS[fields.condition];
  const foreign = ALL_BOUNDS.find((name) => fields[name] !== undefined && !accepted.includes(name));
  if (foreign !== undefined) throw bodyFault(`${foreign}: the condition ${fields.condition} has no such bound.`);
  if (isNeeded && accepted.every((name) => fields[name] === undefined))
    throw bodyFault(`boundSeconds: the condition ${fields.condition} needs ${accepted.join(' or ')}.`);
}

/**
 * A rule has one target, which fits its condition, and a tag only if that is a workspace or an environment.
 * @rule alerts.create.target
 * @rule alerts.create.tag
 */
export function requireTarget(fields: Schema<'AlertRequest'>): void {
  const wide = fields.environmentId !== undefined;
  const ofRuns = fields.taskId !== undefined || fields.planId !== undefined || fields.workspaceId !== undefined;
  if (!wide && !ofRuns && fields.engineId === undefined)
    throw bodyFault('condition: send taskId, planId, workspaceId, environmentId or engineId.');
  if (fields.condition === 'engine_lost' && ofRuns) throw bodyFault('condition: engine_lost needs engineId or environmentId.');
  if (fields.tag !== undefined && (fields.condition === 'engine_lost' || (!wide && fields.workspaceId === undefined)))
    throw bodyFault('tag: only a rule about the runs of a workspace or an environment can have a tag: send workspaceId or environmentId.');
  if (fields.condition !== 'engine_lost' && fields.engineId !== undefined)
    throw bodyFault(`engineId: the condition ${fields.condition} is about runs: send taskId, planId, workspaceId or environmentId.`);
}

/**
 * A rule has at least one recipient.
 * @rule alerts.create.recipients
 */
export function requireRecipients({ users = [], emails = [], transports = [] }: Schema<'AlertRecipientsRequest'>): void {
  if (users.length + emails.length + transports.length === 0)
    throw bodyFault('recipients: name at least one user, mail address or transport.');
}

/**
 * The zone of quiet hours is an IANA name that the database knows, and the hours are not a whole day.
 * @rule alerts.create.zone
 */
export function requireQuietHours(quiet: { from: string; to: string } | undefined, isKnownZone: boolean): void {
  if (quiet && !isKnownZone) throw bodyFault('quietHours.zone: this is no IANA name of a time zone, such as Europe/Berlin.');
  if (quiet && quiet.from === quiet.to) throw bodyFault('quietHours.to: must differ from quietHours.from.');
}

const MAX_RULES = 150;

/**
 * A user has at most 150 rules.
 * @rule alerts.create.limit
 */
export function requireRoomForAlert(count: number): void {
  if (count >= MAX_RULES) throw conflict('alerts_limit', `A user has at most ${MAX_RULES} alert rules: delete one first.`);
}

const LAST_YEAR = 9999;

/**
 * Reads the end of a silence, or refuses it outside the years 1970 to 9999.
 * @rule alerts.snooze.moment
 */
export function readSnoozeEnd(text: string): Date {
  const moment = new Date(text);
  // NaN for a time that does not exist, such as a leap second.
  if (!(moment.getTime() >= 0 && moment.getUTCFullYear() <= LAST_YEAR)) throw bodyFault('until: must be a moment from 1970 to 9999.');
  return moment;
}

const bodyFault = (message: string): Problem => invalid('malformed_request', `body.${message}`);
