/** Makes an alert rule. */
import { useState, type ReactNode } from 'react';
import type { BodyOf } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useMe } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { listMessages } from '../../text/list-messages.ts';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useZone } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.tsx';
import { alertMessages } from './messages.ts';
import { useAlertTargets } from './use-alert-targets.ts';

type AlertBody = BodyOf<'POST /api/v1/alerts'>;
type Condition = AlertBody['condition'];

const CONDITIONS = ['run_failed', 'run_long', 'run_absent', 'engine_lost'] as const satisfies readonly Condition[];
const BOUND_HINTS = { run_long: 'boundLong', run_absent: 'boundAbsent', engine_lost: 'boundLost' } as const;
const REPEATS = ['0', '30', '60', '240', '1440'] as const;
const MINUTE = 60;
const MINUTES_OF_HOUR = 60;

const wordsIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean);

/** The dialog. */
export function NewAlert({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(alertMessages);
  const list = useText(listMessages);
  const { id: me } = useMe();
  const zone = useZone();
  const [form, setForm] = useState({ name: '', minutes: '30', emails: '', slack: '', from: '', to: '' });
  const [condition, setCondition] = useState<Condition>('run_failed');
  const [target, setTarget] = useState<string>();
  const [tellsMe, setTellsMe] = useState(true);
  const [repeat, setRepeat] = useState<(typeof REPEATS)[number]>('0');
  const targets = useAlertTargets(condition);
  const chosen = targets.find(({ id }) => id === target) ?? targets[0];
  const create = useChange('POST /api/v1/alerts', {
    refreshes: ['GET /api/v1/alerts'],
    onDone: () => {
      toast(list('saved'));
      onClose();
    },
  });
  function submit(): void {
    create.mutate({
      body: {
        name: form.name,
        condition,
        ...chosen?.terms,
        ...(condition !== 'run_failed' && { boundSeconds: Math.round(Number(form.minutes) * MINUTE) }),
        recipients: {
          users: tellsMe ? [me] : [],
          emails: wordsIn(form.emails),
          transports: wordsIn(form.slack).map((url) => ({ type: 'slack' as const, url })),
        },
        ...(form.from && form.to && { quietHours: { from: form.from, to: form.to, zone } }),
        repeatMinutes: Number(repeat),
      },
    });
  }
  const field = (key: keyof typeof form, label: string, hint?: string): ReactNode => (
    <TextField
      label={label}
      hint={hint}
      value={form[key]}
      onChange={(value) => setForm({ ...form, [key]: value })}
      autoFocus={key === 'name'}
    />
  );
  const nameOfRepeat = (minutes: number): string => {
    if (minutes === 0) return text('repeatNever');
    return minutes < MINUTES_OF_HOUR
      ? text('repeatMinutes', { count: minutes })
      : text('repeatHours', { count: minutes / MINUTES_OF_HOUR });
  };
  return (
    <ModalDialog title={text('create')} isOpen onClose={onClose}>
      <ChangeForm action={list('create')} isPending={create.isPending} error={create.error} onCancel={onClose} onSubmit={submit}>
        {field('name', list('name'))}
        <ChoiceField<Condition>
          label={text('condition')}
          value={condition}
          options={CONDITIONS.map((id) => ({ id, name: text(id) }))}
          onChange={setCondition}
        />
        <ChoiceField label={text('target')} value={chosen?.id} options={targets} onChange={setTarget} />
        {condition !== 'run_failed' && field('minutes', text('bound'), text(BOUND_HINTS[condition]))}
        <CheckField isSelected={tellsMe} onChange={setTellsMe}>
          {text('you')}
        </CheckField>
        {field('emails', text('emails'), text('emailsHint'))}
        {field('slack', text('slack'))}
        <ChoiceField
          label={text('repeat')}
          value={repeat}
          options={REPEATS.map((id) => ({ id, name: nameOfRepeat(Number(id)) }))}
          onChange={setRepeat}
        />
        {field('from', text('quietFrom'), text('quietHint', { zone }))}
        {field('to', text('quietTo'))}
      </ChangeForm>
    </ModalDialog>
  );
}
