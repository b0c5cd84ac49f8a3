/** The fields for those whom an alert rule notifies: people, mail addresses and channels. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useMe } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { CheckField, CheckList } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { FormDraft } from '../../ui/use-draft.ts';
import { AccountName, useAccountName } from '../users/account-name.tsx';
import { UserField } from '../users/user-field.tsx';
import { type AlertForm, CHANNELS, type MissingField, type NewChannel } from './alert-form.ts';
import { alertMessages } from './messages.ts';
import styles from './alerts.module.css';

type RecipientFieldsProps = {
  form: AlertForm;
  draft: FormDraft<AlertForm>;
  /** The channels that the rule has. The server shows their hosts, and no addresses. */
  transports: readonly Schema<'Transport'>[];
  missing: ReadonlySet<MissingField>;
};

/** The fields. */
export function RecipientFields({ form, draft, transports, missing }: RecipientFieldsProps): ReactNode {
  const text = useText(alertMessages);
  const me = useMe();
  const { users, channels } = form;
  const replace = (changed: NewChannel): void =>
    draft.set({ channels: channels.map((channel) => (channel.key === changed.key ? changed : channel)) });
  const add = (): void =>
    draft.set({ channels: [...channels, { key: Math.max(-1, ...channels.map(({ key }) => key)) + 1, type: 'slack', url: '' }] });
  return (
    <fieldset className={styles['recipients']}>
      <legend>{text('recipients')}</legend>
      <CheckField {...draft.check('notifiesMe')}>{text('you')}</CheckField>
      {users.length > 0 && (
        <ul className="items" aria-label={text('people')}>
          {users.map((id) => (
            <Recipient key={id} id={id} onRemove={() => draft.set({ users: users.filter((one) => one !== id) })} />
          ))}
        </ul>
      )}
      <UserField label={text('addPerson')} without={[...users, me.id]} onChoose={(id) => draft.set({ users: [...users, id] })} />
      <TextField label={text('emailAddresses')} hint={text('emailsHint')} {...draft.field('emails')} />
      {transports.length > 0 && (
        <CheckList
          label={text('transports')}
          values={form.transports}
          options={transports.map(({ id = '', type, host = '' }) => ({ id, name: `${text(type as 'slack')}: ${host}` }))}
          onChange={(ids) => draft.set({ transports: ids })}
        />
      )}
      {channels.map((channel) => (
        <div key={channel.key} className={styles['channel']}>
          <ChoiceField<NewChannel['type']>
            label={text('channelKind')}
            value={channel.type}
            options={CHANNELS.map((id) => ({ id, name: text(id) }))}
            onChange={(type) => replace({ ...channel, type })}
          />
          <TextField
            label={text('channelAddress')}
            value={channel.url}
            onChange={(url) => replace({ ...channel, url })}
            autoComplete="off"
            {...(missing.has(`channel ${channel.key}`) && { error: text('addressMissing') })}
          />
          <IconButton
            icon="close"
            label={text('remove', { name: text(channel.type) })}
            onPress={() => draft.set({ channels: channels.filter(({ key }) => key !== channel.key) })}
          />
        </div>
      ))}
      <ActionButton icon="plus" onPress={add}>
        {text('addChannel')}
      </ActionButton>
      {missing.has('recipients') && (
        <p className="field-error" role="alert">
          {text('recipientsMissing')}
        </p>
      )}
    </fieldset>
  );
}

function Recipient({ id, onRemove }: { id: string; onRemove: () => void }): ReactNode {
  const text = useText(alertMessages);
  return (
    <li>
      <AccountName id={id} />
      <IconButton icon="close" label={text('remove', { name: useAccountName(id) })} onPress={onRemove} />
    </li>
  );
}
