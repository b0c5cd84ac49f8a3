/** The dialog in which a person creates or changes an alert rule. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useMe } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useZone } from '../../ui/time-text.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import {
  type AlertForm,
  BOUNDS_OF,
  type RuleCondition,
  formOfAlert,
  type MissingField,
  missingIn,
  toRuleChange,
  toNewRule,
} from './alert-form.ts';
import { alertMessages } from './messages.ts';
import { RecipientFields } from './recipient-fields.tsx';
import { TargetFields } from './target-fields.tsx';
import styles from './alerts.module.css';

const CONDITIONS = ['run_failed', 'run_long', 'run_absent', 'engine_lost'] as const satisfies readonly RuleCondition[];
const BOUND_HINTS = { run_failed: undefined, run_long: 'boundLong', run_absent: 'boundAbsent', engine_lost: 'boundLost' } as const;
/** Minutes until the next message about an open incident; 0 for none. */
const REPEATS = ['0', '30', '60', '240', '1440'];
const MINUTES_OF_HOUR = 60;
const NO_FIELDS: ReadonlySet<MissingField> = new Set();

/** What a condition is about. A task or plan cannot be the target of a condition of engines, nor an engine that of one of runs. */
const subjectOf = (condition: RuleCondition): 'engines' | 'runs' => (condition === 'engine_lost' ? 'engines' : 'runs');

type AlertDialogProps = {
  /** The rule to change; without one, the dialog creates one. Its condition and target never change. */
  rule?: Schema<'Alert'>;
  onClose: () => void;
};

/** The dialog, open. It names empty fields at the field, and stays open after a refusal. */
export function AlertDialog({ rule, onClose }: AlertDialogProps): ReactNode {
  const text = useText(alertMessages);
  const { id: me } = useMe();
  const zone = useZone();
  const { environment } = useEnvironment();
  const [form, draft] = useDraft<AlertForm>(() => ({ ...formOfAlert(rule, me, zone), target: { environmentId: environment?.id } }));
  const [wasTried, setTried] = useState(false);
  const missing = wasTried ? missingIn(form, !rule) : NO_FIELDS;
  const changeOptions = {
    refreshes: ['GET /api/v1/alerts'] as const,
    notice: text('saved'),
    onDone: onClose,
  };
  const create = useChange('POST /api/v1/alerts', changeOptions);
  const change = useChange('PATCH /api/v1/alerts/{id}', changeOptions);
  function chooseCondition(condition: RuleCondition): void {
    const keepsTarget = subjectOf(condition) === subjectOf(form.condition);
    draft.set({ condition, ...(!keepsTarget && { target: { environmentId: environment?.id }, tag: undefined }) });
  }
  function submit(): void {
    setTried(true);
    if (missingIn(form, !rule).size > 0) return;
    if (rule) change.mutate({ path: { id: rule.id }, body: toRuleChange(form, rule, me) });
    else create.mutate({ body: toNewRule(form, me) });
  }
  const errorAt = (name: MissingField, message: string): { error?: string } => (missing.has(name) ? { error: message } : {});
  const nameOfRepeat = (minutes: number): string => {
    if (minutes === 0) return text('never');
    return minutes < MINUTES_OF_HOUR
      ? text('repeatMinutes', { count: minutes })
      : text('repeatHours', { count: minutes / MINUTES_OF_HOUR });
  };
  const boundHint = BOUND_HINTS[form.condition];
  const bounds = BOUNDS_OF[form.condition];
  return (
    <FormDialog
      title={rule ? text('changeName', { name: rule.name }) : text('new')}
      action={text(rule ? 'save' : 'create')}
      change={rule ? change : create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={text('name')} {...draft.field('name')} {...errorAt('name', text('nameMissing'))} autoFocus autoComplete="off" />
      {!rule && (
        <>
          <ChoiceField<RuleCondition>
            label={text('condition')}
            value={form.condition}
            options={CONDITIONS.map((id) => ({ id, name: text(id) }))}
            onChange={chooseCondition}
          />
          <TargetFields key={subjectOf(form.condition)} form={form} missing={missing} onChange={draft.set} />
        </>
      )}
      {bounds.includes('minutes') && (
        <TextField
          label={text('bound')}
          {...(boundHint && { hint: text(boundHint) })}
          {...draft.field('minutes')}
          {...errorAt('minutes', text('minutesMissing'))}
          inputMode="decimal"
        />
      )}
      {bounds.includes('usual') && (
        <TextField label={text('usual')} hint={text('usualHint')} {...draft.field('usual')} inputMode="decimal" />
      )}
      {bounds.includes('success') && (
        <TextField label={text('success')} hint={text('successHint')} {...draft.field('success')} inputMode="decimal" />
      )}
      <RecipientFields form={form} draft={draft} transports={rule?.recipients.transports ?? []} missing={missing} />
      <ChoiceField
        label={text('repeat')}
        {...draft.field('repeat')}
        options={[...new Set([...REPEATS, form.repeat])].map((id) => ({ id, name: nameOfRepeat(Number(id)) }))}
      />
      <div className={styles['quiet']}>
        <TextField label={text('quietFrom')} {...draft.field('from')} {...errorAt('from', text('timeMissing'))} placeholder="22:00" />
        <TextField label={text('quietTo')} {...draft.field('to')} {...errorAt('to', text('timeMissing'))} placeholder="06:00" />
      </div>
      <p className="hint">{text('quietHint', { zone: form.zone })}</p>
    </FormDialog>
  );
}
