/** Adds a connection to the catalogue: a new one, or one that a workspace already has. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Route } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { CHANGES_CONNECTIONS } from '../../app/needs.ts';
import { useWorkspacesWith } from '../../app/own-rights.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Card, PageHead } from '../../ui/page-parts.tsx';
import { FilterField, TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { Allowed } from '../workspace-permissions/lack.tsx';
import { idOrFirst } from '../workspaces/workspace-choice.tsx';
import { catalogConnectionMessages } from './messages.ts';

const REFRESHES: readonly Route[] = ['GET /connections', 'GET /orchestration/connections'];

/** The page: a form for each of the two ways. */
export function NewCatalogConnectionPage(): ReactNode {
  const text = useText(catalogConnectionMessages);
  return (
    <Allowed needs={CHANGES_CONNECTIONS} title={text('newConnection')}>
      <PageHead title={text('newConnection')} />
      <div className="columns">
        <Card title={text('newTitle')}>
          <NewConnectionForm />
        </Card>
        <Card title={text('existingTitle')}>
          <ExistingConnectionForm />
        </Card>
      </div>
    </Allowed>
  );
}

/** What follows when a connection was added to the catalogue: a notice, and its page is opened. */
function useAddition() {
  const text = useText();
  const navigate = useNavigate();
  return {
    refreshes: REFRESHES,
    notice: text('saved'),
    onDone: ({ id = '' }: { id?: string }) => void navigate({ to: '/catalogue/connections/$connectionId', params: { connectionId: id } }),
  };
}

function SamplesField({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }): ReactNode {
  const text = useText(catalogConnectionMessages);
  return (
    <div>
      <CheckField isSelected={value} onChange={onChange}>
        {text('keepsSamples')}
      </CheckField>
      <p className="hint">{text('keepsSamplesHint')}</p>
    </div>
  );
}

function NewConnectionForm(): ReactNode {
  const text = useText(catalogConnectionMessages);
  const workspaces = useWorkspacesWith('AUTHOR');
  const [chosen, setChosen] = useState<string>();
  const [{ label, keepsSamples, ...properties }, draft] = useDraft({
    label: '',
    jdbcUrl: '',
    username: '',
    password: '',
    keepsSamples: false,
  });
  const create = useChange('POST /connections', useAddition());
  const workspaceId = idOrFirst(workspaces, chosen) ?? '';
  return (
    <ChangeForm
      action={text('create')}
      change={create}
      onSubmit={() =>
        create.mutate({
          body: {
            label,
            workspaceId,
            keepsSamples,
            properties: Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== '')),
          },
        })
      }
    >
      <p className="hint">{text('newHint')}</p>
      <TextField label={text('name')} {...draft.field('label')} isRequired autoComplete="off" />
      <ChoiceField label={text('workspace')} value={workspaceId} options={workspaces} onChange={setChosen} />
      <TextField label={text('jdbcUrl')} hint={text('jdbcHint')} {...draft.field('jdbcUrl')} isRequired autoComplete="off" />
      <TextField label={text('username')} {...draft.field('username')} autoComplete="off" />
      <TextField label={text('password')} type="password" {...draft.field('password')} autoComplete="new-password" />
      <SamplesField {...draft.field('keepsSamples')} />
    </ChangeForm>
  );
}

const MAX_SHOWN = 100;

function ExistingConnectionForm(): ReactNode {
  const text = useText(catalogConnectionMessages);
  const { environment } = useEnvironment();
  const [{ name, keepsSamples }, draft] = useDraft({ name: '', keepsSamples: false });
  const [chosen, setChosen] = useState<string>();
  const { data } = useRead(
    'GET /orchestration/connections',
    { query: { environmentId: environment?.id, limit: MAX_SHOWN, ...(name && { name }) } },
    { enabled: environment !== undefined },
  );
  const put = useChange('PUT /connections/{connectionId}', useAddition());
  const options = data?.items.map((item) => ({ id: item.id, name: `${item.name} (${item.workspace.name})`, label: item.name })) ?? [];
  const connection = options.find(({ id }) => id === chosen) ?? options[0];
  return (
    <ChangeForm
      action={text('put')}
      change={put}
      onSubmit={() => connection && put.mutate({ path: { connectionId: connection.id }, body: { label: connection.label, keepsSamples } })}
    >
      <p className="hint">{text('existingHint')}</p>
      <FilterField label={text('nameContains')} {...draft.field('name')} />
      {connection ? (
        <ChoiceField label={text('connection')} value={connection.id} options={options} onChange={setChosen} />
      ) : (
        data && <p>{text('noExisting')}</p>
      )}
      <SamplesField {...draft.field('keepsSamples')} />
    </ChangeForm>
  );
}
