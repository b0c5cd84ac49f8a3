/** The dialog in which a person creates or changes an alert rule. */
import { useState, type ReactNode } from 'react';
import type { BodyOf, Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useMe } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useZone } from '../../ui/time-text.tsx';
import { formOfAlert, toAlertBody } from './alert-form.ts';
import { alertMessages } from './messages.ts';
import { useAlertTargets } from './use-alert-targets.ts';

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
    <ModalDialog title={rule ? text('changeName', { name: rule.name }) : text('new')} isOpen onClose={onClose}>
      <ChangeForm action={text(rule ? 'save' : 'create')} change={{ isPending, error }} onCancel={onClose} onSubmit={submit}>
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
        {field('emails', text('emails'), text('emailsHint'))}
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
      </ChangeForm>
    </ModalDialog>
  );
}
