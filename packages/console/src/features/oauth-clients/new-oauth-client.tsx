/** Creates an OAuth client. */
import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { FormDialog, DoneDialog } from '../../ui/dialogs.tsx';
import { SecretNote } from '../../ui/copy-text.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { oauthClientMessages } from './messages.ts';

const APP_TYPES = ['web', 'native', 'spa', 'anonymous-embed'] as const satisfies readonly Schema<'OauthAppType'>[];

/** The entries of a text, which stand between spaces or on lines of their own. */
export const listedParts = (typed: string): string[] => typed.split(/\s+/).filter(Boolean);

/** The dialog; at its end, the secret is shown once. */
export function NewOauthClientDialog({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(oauthClientMessages);
  const navigate = useNavigate();
  const [{ clientName, appType, redirects, scopes }, draft] = useDraft({
    clientName: '',
    appType: 'web' as Schema<'OauthAppType'>,
    redirects: '',
    scopes: 'user_default',
  });
  const create = useChange('POST /api/v1/oauth-clients', { refreshes: ['GET /api/v1/oauth-clients'] });
  const created = create.data;
  if (created)
    return (
      <DoneDialog
        title={created.clientName}
        onDone={() => void navigate({ to: '/admin/oauth-clients/$clientId', params: { clientId: created.clientId } })}
      >
        <SecretNote label={text('secretOf', { name: created.clientName })} secret={created.clientSecret} />
        <p className="hint">{text('idHint', { id: created.clientId })}</p>
      </DoneDialog>
    );
  return (
    <FormDialog
      title={text('new')}
      action={text('create')}
      change={create}
      onSubmit={() =>
        create.mutate({ body: { clientName, appType, redirectUris: listedParts(redirects), allowedScopes: listedParts(scopes) } })
      }
      onClose={onClose}
    >
      <TextField label={text('name')} {...draft.field('clientName')} autoFocus />
      <ChoiceField<Schema<'OauthAppType'>>
        label={text('type')}
        {...draft.field('appType')}
        options={APP_TYPES.map((id) => ({ id, name: text(id) }))}
      />
      <p className="hint">{text('typeHint')}</p>
      <TextField label={text('redirects')} hint={text('perLine')} lines={2} {...draft.field('redirects')} />
      <TextField label={text('scopes')} hint={text('scopesHint')} {...draft.field('scopes')} />
    </FormDialog>
  );
}
