/** The values of the form of an alert rule. */
import type { BodyOf, Schema } from '@millrace/contract';

const MINUTE = 60;
const USUAL_MINUTES = '30';

/** The values of the fields; numbers are texts until they are sent. `transports` has the ids of the existing transports that stay in the rule. */
export type AlertForm = {
  name: string;
  minutes: string;
  notifiesMe: boolean;
  emails: string;
  slack: string;
  transports: string[];
  repeat: string;
  from: string;
  to: string;
  zone: string;
};

/** The values for a rule; without a rule, the defaults for a new one of an account in a time zone. */
export function formOfAlert(rule: Schema<'Alert'> | undefined, me: string, zone: string): AlertForm {
  const { name = '', boundSeconds, recipients, repeatMinutes = 0, quietHours } = rule ?? {};
  const minutes = boundSeconds === undefined ? '' : String(boundSeconds / MINUTE);
  return {
    name,
    minutes: rule ? minutes : USUAL_MINUTES,
    notifiesMe: recipients?.users.includes(me) ?? true,
    emails: recipients?.emails.join(', ') ?? '',
    slack: '',
    transports: recipients?.transports.map(({ id = '' }) => id) ?? [],
    repeat: String(repeatMinutes),
    from: quietHours?.from ?? '',
    to: quietHours?.to ?? '',
    zone: quietHours?.zone ?? zone,
  };
}

type AlertBody = Required<
  Pick<BodyOf<'PATCH /api/v1/alerts/{id}'>, 'name' | 'boundSeconds' | 'recipients' | 'repeatMinutes' | 'quietHours'>
>;

/** The body of the request that saves the form. Recipients that the form does not show are kept. The server checks the values. */
export function toAlertBody(form: AlertForm, rule: Schema<'Alert'> | undefined, me: string): AlertBody {
  const { name, minutes, notifiesMe, emails, slack, transports, repeat, from, to, zone } = form;
  const others = rule?.recipients.users.filter((id) => id !== me) ?? [];
  const existing = rule?.recipients.transports.filter(({ id = '' }) => transports.includes(id)) ?? [];
  return {
    name,
    boundSeconds: minutes.trim() === '' ? null : Math.round(Number(minutes) * MINUTE),
    recipients: {
      users: notifiesMe ? [...others, me] : others,
      emails: wordsIn(emails),
      transports: [
        ...existing.map(({ id = '', type }) => ({ id, type: type as 'slack' })),
        ...wordsIn(slack).map((url) => ({ type: 'slack' as const, url })),
      ],
    },
    repeatMinutes: Number(repeat),
    quietHours: from === '' && to === '' ? null : { from, to, zone },
  };
}

const wordsIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean);
