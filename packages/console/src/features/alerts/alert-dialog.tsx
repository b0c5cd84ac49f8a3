/** The dialog in which a person creates or changes an alert rule. */
import { useState, type ReactNode } from 'react';
import type { BodyOf, Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useMe } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { CheckField, CheckList } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useZone } from '../../ui/time-text.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { alertMessages } from './messages.ts';

type Condition = BodyOf<'POST /api/v1/alerts'>['condition'];

const CONDITIONS = ['run_failed', 'run_long', 'run_absent', 'engine_lost'] as const satisfies readonly Condition[];
const BOUND_HINTS = { run_long: 'boundLong', run_absent: 'boundAbsent', engine_lost: 'boundLost' } as const;
const REPEATS = ['0', '30', '60', '240', '1440'];
const MINUTES_OF_HOUR = 60;

type AlertDialogProps = {
  /** The rule to change; without one, the dialog creates one. Its condition and target never change. */
  rule?: Schema<'Alert'>;
  onClose: () => void;
};

/** The dialog, open. It stays open after a refusal. */
export function AlertDialog({ rule, onClose }: AlertDialogProps): ReactNode {
  const text = useText(alertMessages);
  const { id: me } = useMe();
  const zone = useZone();
  const [form, draft] = useDraft(() => formOfAlert(rule, me, zone));
  const [condition, setCondition] = useState<Condition>((rule?.condition ?? 'run_failed') as Condition);
  const [target, setTarget] = useState<string>();
  const targets = useAlertTargets(condition);
  const chosen = targets.find(({ id }) => id === target) ?? targets[0];
  const changeOptions = {
    refreshes: ['GET /api/v1/alerts'] as const,
    notice: text('saved'),
    onDone: onClose,
  };
  const create = useChange('POST /api/v1/alerts', changeOptions);
  const change = useChange('PATCH /api/v1/alerts/{id}', changeOptions);
  const { isPending, error } = rule ? change : create;
  const transports = rule?.recipients.transports ?? [];
  function submit(): void {
    const { boundSeconds, quietHours, ...common } = toAlertBody(form, rule, me);
    if (rule) return change.mutate({ path: { id: rule.id }, body: { ...common, boundSeconds, quietHours } });
    const isBound = condition !== 'run_failed';
    return create.mutate({
      body: {
        ...common,
        condition,
        ...chosen?.targetFields,
        ...(isBound && boundSeconds !== null && { boundSeconds }),
        ...(quietHours && { quietHours }),
      },
    });
  }
  const field = (key: 'name' | 'minutes' | 'emails' | 'slack' | 'from' | 'to', label: string, hint?: string): ReactNode => (
    <TextField label={label} hint={hint} {...draft.field(key)} autoFocus={key === 'name'} />
  );
  const nameOfRepeat = (minutes: number): string => {
    if (minutes === 0) return text('never');
    return minutes < MINUTES_OF_HOUR
      ? text('repeatMinutes', { count: minutes })
      : text('repeatHours', { count: minutes / MINUTES_OF_HOUR });
  };
  return (
    <FormDialog
      title={rule ? text('changeName', { name: rule.name }) : text('new')}
      action={text(rule ? 'save' : 'create')}
      change={{ isPending, error }}
      onSubmit={submit}
      onClose={onClose}
    >
      {field('name', text('name'))}
      {!rule && (
        <>
          <ChoiceField<Condition>
            label={text('condition')}
            value={condition}
            options={CONDITIONS.map((id) => ({ id, name: text(id) }))}
            onChange={setCondition}
          />
          <ChoiceField label={text('target')} value={chosen?.id} options={targets} onChange={setTarget} />
        </>
      )}
      {condition !== 'run_failed' && field('minutes', text('bound'), text(BOUND_HINTS[condition]))}
      <CheckField {...draft.check('notifiesMe')}>{text('you')}</CheckField>
      {field('emails', text('emailAddresses'), text('emailsHint'))}
      {transports.length > 0 && (
        <CheckList
          label={text('transports')}
          values={form.transports}
          options={transports.map(({ id = '', type, host = '' }) => ({ id, name: `${type} ${host}` }))}
          onChange={(ids) => draft.set({ transports: ids })}
        />
      )}
      {field('slack', text('slack'))}
      <ChoiceField
        label={text('repeat')}
        {...draft.field('repeat')}
        options={[...new Set([...REPEATS, form.repeat])].map((id) => ({ id, name: nameOfRepeat(Number(id)) }))}
      />
      {field('from', text('quietFrom'), text('quietHint', { zone: form.zone }))}
      {field('to', text('quietTo'))}
    </FormDialog>
  );
}

const MINUTE = 60;
const USUAL_MINUTES = '30';

/** The values of the form of an alert rule; numbers are texts until they are sent. `transports` has the ids of the existing transports that stay in it. */
type AlertForm = {
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
function formOfAlert(rule: Schema<'Alert'> | undefined, me: string, zone: string): AlertForm {
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
function toAlertBody(form: AlertForm, rule: Schema<'Alert'> | undefined, me: string): AlertBody {
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

type AlertTarget = {
  id: string;
  name: string;
  targetFields: Pick<BodyOf<'POST /api/v1/alerts'>, 'taskId' | 'workspaceId' | 'environmentId' | 'engineId'>;
};

const MAX_TASKS = 100;

/** The objects that a rule with this condition can watch: the environment of the page, its workspaces and tasks, or its engines. */
function useAlertTargets(condition: string): AlertTarget[] {
  const text = useText(alertMessages);
  const { environment } = useEnvironment();
  const environmentId = environment?.id;
  const isOfEngine = condition === 'engine_lost';
  const enabled = environmentId !== undefined;
  const { data: workspaces = [] } = useRead(
    'GET /orchestration/workspaces',
    { query: { query: `environment.id==${environmentId}` } },
    { enabled: enabled && !isOfEngine },
  );
  const { data: tasks } = useRead(
    'GET /orchestration/executables/tasks',
    { query: { environmentId, limit: MAX_TASKS } },
    { enabled: enabled && !isOfEngine },
  );
  const { data: engines } = useRead('GET /processing/engines', {}, { enabled: isOfEngine });
  if (!environment) return [];
  const whole: AlertTarget = {
    id: environment.id,
    name: text('wholeEnvironment', { name: environment.name }),
    targetFields: { environmentId: environment.id },
  };
  if (isOfEngine)
    return [
      whole,
      ...(engines?.enginesInfo ?? []).map(({ id, name }) => ({ id, name: text('engineNamed', { name }), targetFields: { engineId: id } })),
    ];
  return [
    whole,
    ...workspaces.map(({ id = '', name = '' }) => ({ id, name: text('workspaceNamed', { name }), targetFields: { workspaceId: id } })),
    ...(tasks?.items ?? []).map(({ executable, name }) => ({
      id: executable,
      name: text('ofTask', { name }),
      targetFields: { taskId: executable },
    })),
  ];
}
