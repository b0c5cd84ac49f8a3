/** Creates a project. */
import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../app/api.ts';
import { useMe } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { projectMessages } from './messages.ts';

/** The dialog. Afterwards it opens the page of the new project. */
export function NewProject({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(projectMessages);
  const navigate = useNavigate();
  const [{ name, owner, url, description }, draft] = useDraft({ name: '', owner: useMe().login, url: '', description: '' });
  const create = useChange('POST /orchestration/projects', {
    refreshes: ['GET /orchestration/projects'],
    onDone: ({ id }) => void navigate({ to: '/setup/projects/$projectId', params: { projectId: id } }),
  });
  return (
    <FormDialog
      title={text('new')}
      action={text('create')}
      change={create}
      onSubmit={() => create.mutate({ body: { name, owner, url, ...(description !== '' && { description }) } })}
      onClose={onClose}
    >
      <TextField label={text('name')} {...draft.field('name')} isRequired autoFocus autoComplete="off" />
      <TextField label={text('url')} hint={text('urlHint')} {...draft.field('url')} isRequired autoComplete="off" />
      <TextField label={text('owner')} hint={text('ownerHint')} {...draft.field('owner')} isRequired autoComplete="off" />
      <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
    </FormDialog>
  );
}
