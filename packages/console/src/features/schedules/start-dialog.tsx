/** The dialog for the own trigger of a task or plan: times, or a webhook. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useZone } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useSaveTrigger, type OwnTrigger, type StartOwner } from './start-changes.ts';
import { startMessages } from './start-messages.ts';
import { draftOfTrigger, triggerOfDraft, type ScheduleTrigger, type TriggerDraft } from './trigger-draft.ts';
import { ConflictTimes, TriggerFields } from './trigger-form.tsx';
import './calendar.css';

type StartDialogProps = { owner: StartOwner; trigger: Schema<'Trigger'>; onClose: () => void };

const isTimed = (trigger: Schema<'Trigger'>): trigger is Schema<'Trigger'> & Pick<ScheduleTrigger, 'type'> =>
  trigger.type !== 'MANUAL' && trigger.type !== 'WEBHOOK' && trigger.type !== 'MULTIPLE';

/** The dialog, open. It stays open after a refusal. */
export function StartDialog({ owner, trigger, onClose }: StartDialogProps): ReactNode {
  const text = useText(startMessages);
  const zone = useZone();
  const [{ startKind, name, newUrl }, draft] = useDraft({
    startKind: (trigger.type === 'WEBHOOK' ? 'call' : 'times') as 'times' | 'call',
    name: trigger.webhook?.name ?? '',
    newUrl: false,
  });
  const [times, timesDraft] = useDraft(() => draftOfTrigger(isTimed(trigger) ? trigger : {}, zone));
  const save = useSaveTrigger(owner, () => {
    toast(text('startSaved'));
    onClose();
  });
  return (
    <ModalDialog title={text(trigger.type === 'MANUAL' ? 'set' : 'changeStart')} isOpen onClose={onClose}>
      <ChangeForm
        action={text('save')}
        change={save}
        onSubmit={() => save.run(startKind === 'times' ? timedTrigger(times) : webhookTrigger(trigger, name, newUrl))}
        onCancel={onClose}
      >
        <ChoiceField
          label={text('by')}
          {...draft.field('startKind')}
          options={[
            { id: 'times', name: text('byTimes') },
            { id: 'call', name: text('byCall') },
          ]}
        />
        {startKind === 'times' ? (
          <TriggerFields draft={times} onChange={timesDraft.set} isOwn />
        ) : (
          <>
            <TextField label={text('callName')} hint={text('callNameHint')} {...draft.field('name')} />
            {trigger.webhook && <CheckField {...draft.check('newUrl')}>{text('newUrl')}</CheckField>}
          </>
        )}
        <ConflictTimes error={save.error} />
      </ChangeForm>
    </ModalDialog>
  );
}

/** An own trigger has no name, and no time limit of its own. */
function timedTrigger(draft: TriggerDraft): OwnTrigger {
  const { name: _name, timeout: _timeout, ...trigger } = triggerOfDraft(draft);
  return trigger;
}

/** A webhook trigger. Fields that the dialog does not show keep their values. */
function webhookTrigger({ webhook }: Schema<'Trigger'>, name: string, newUrl: boolean): OwnTrigger {
  const { url: _url, ...kept } = webhook ?? { name };
  return { type: 'WEBHOOK', webhook: { ...kept, name: name.trim(), newUrl } };
}
