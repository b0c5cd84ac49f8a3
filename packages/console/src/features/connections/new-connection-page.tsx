/** Creates a connection. */
import { useState, type ReactNode } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useChange } from '../../app/api.ts';
import { CHANGES_CONNECTIONS } from '../../app/needs.ts';
import { useWorkspacesWith } from '../../app/own-rights.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { PageHead } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Allowed } from '../workspace-permissions/lack.tsx';
import { idOrFirst } from '../workspaces/workspace-choice.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { KINDS_OF_SYSTEMS, toParameters, usualParameters, type DraftParameter, ParameterRows } from './parameter-rows.tsx';
import { connectionMessages } from './messages.ts';
import { OutboundNote } from './outbound-note.tsx';

const route = getRouteApi('/setup/connections/new');

const OTHER = 'other';
const DEFAULT_KIND = 'postgresql';

/** The page. */
export function NewConnectionPage(): ReactNode {
  const text = useText();
  return (
    <Allowed needs={CHANGES_CONNECTIONS} title={text('newConnection')}>
      <NewConnectionForm />
    </Allowed>
  );
}

function NewConnectionForm(): ReactNode {
  const text = useText(connectionMessages);
  const navigate = useNavigate();
  const { workspace } = route.useSearch();
  const workspaces = useWorkspacesWith('AUTHOR');
  const [chosen, setChosen] = useState(workspace);
  const [{ name, otherApp }, draft] = useDraft({ name: '', otherApp: 'Custom' });
  const [kind, setKind] = useState(DEFAULT_KIND);
  const [parameters, setParameters] = useState<readonly DraftParameter[]>(() => usualParameters(DEFAULT_KIND));
  const workspaceId = idOrFirst(workspaces, chosen) ?? '';
  const create = useChange('POST /orchestration/connections', {
    refreshes: ['GET /orchestration/connections'],
    notice: text('saved'),
    onDone: ({ id }) => void navigate({ to: '/setup/connections/$connectionId', params: { connectionId: id } }),
  });
  return (
    <>
      <PageHead title={text('newConnection')} />
      <OutboundNote />
      <section className="card">
        <ChangeForm
          action={text('create')}
          change={create}
          onSubmit={() =>
            create.mutate({ body: { name, workspaceId, app: kind === OTHER ? otherApp : kind, parameters: toParameters(parameters) } })
          }
        >
          <TextField label={text('name')} {...draft.field('name')} isRequired autoComplete="off" />
          <ChoiceField label={text('workspace')} value={workspaceId} options={workspaces} onChange={setChosen} />
          <ChoiceField
            label={text('app')}
            value={kind}
            options={[...Object.keys(KINDS_OF_SYSTEMS).map((id) => ({ id, name: id })), { id: OTHER, name: text('otherApp') }]}
            onChange={(id) => {
              setKind(id);
              setParameters(usualParameters(id));
            }}
          />
          {kind === OTHER && <TextField label={text('appName')} {...draft.field('otherApp')} isRequired autoComplete="off" />}
          <ParameterRows parameters={parameters} onChange={setParameters} />
        </ChangeForm>
      </section>
    </>
  );
}
