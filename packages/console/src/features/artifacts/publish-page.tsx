/** The page on which a person publishes a bundle: it uploads a file and then opens the creation of a task. */
import { useState, type ReactNode } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';
import { PUBLISHES } from '../../app/needs.ts';
import { useWorkspacesWith } from '../../app/own-rights.ts';
import { useUpload } from '../../app/upload.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { PageHead } from '../../ui/page-parts.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { Allowed } from '../workspace-permissions/lack.tsx';
import { idOrFirst } from '../workspaces/workspace-choice.tsx';
import { artifactMessages } from './messages.ts';

const route = getRouteApi('/artifacts/publish');

/** The page. */
export function PublishPage(): ReactNode {
  const text = useText(artifactMessages);
  return (
    <Allowed needs={PUBLISHES} title={text('publishTitle')}>
      <PublishForm />
    </Allowed>
  );
}

function PublishForm(): ReactNode {
  const text = useText(artifactMessages);
  const navigate = useNavigate();
  const search = route.useSearch();
  const workspaces = useWorkspacesWith('PUBLISH');
  const [file, setFile] = useState<File>();
  const [{ name, version }, draft] = useDraft({ name: '', version: '' });
  const workspaceId = idOrFirst(workspaces, search.workspace);
  const publish = useUpload('POST /orchestration/artifacts', {
    refreshes: ['GET /orchestration/artifacts', 'GET /orchestration/artifacts/{artifactId}'],
    onDone: (published) => {
      toast([text('published', { version: published.version }), ...(published.warnings ?? [])].join(' '));
      void findArtifactId(published).then((artifact) => navigate({ to: '/tasks/new', search: { artifact, version: published.version } }));
    },
  });

  function send(bundle: File): void {
    if (workspaceId === undefined) return;
    const artifact = { workspaceId, ...(name && { name }), ...(version && { version }) };
    const form = new FormData();
    // This part comes first, so that the server can refuse it before the file is sent.
    form.append('artifact', new Blob([JSON.stringify(artifact)], { type: 'application/json' }));
    form.append('file', bundle, bundle.name);
    publish.mutate({ form });
  }

  return (
    <>
      <PageHead title={text('publishTitle')} />
      <section className="card">
        <p>{text('publishHint')}</p>
        <FileDrop
          label={text('drop')}
          hint={text('dropHint')}
          file={file}
          accepts={['.zip', 'application/zip']}
          isDisabled={publish.isPending}
          onFile={setFile}
        />
      </section>
      {file && (
        <section className="card">
          <ChangeForm action={text('publish')} change={publish} onSubmit={() => send(file)}>
            <ChoiceField
              label={text('workspace')}
              value={workspaceId}
              options={workspaces}
              onChange={(workspace) => void navigate({ to: '.', search: (current) => ({ ...current, workspace }), replace: true })}
            />
            <TextField label={text('name')} hint={text('nameHint')} {...draft.field('name')} autoComplete="off" />
            <TextField label={text('version')} hint={text('versionHint')} {...draft.field('version')} autoComplete="off" />
            {publish.progress !== undefined && (
              <ProgressLine label={publish.progress < 1 ? text('sending', { name: file.name }) : text('reading')} part={publish.progress} />
            )}
          </ChangeForm>
        </section>
      )}
    </>
  );
}

/** The id of the artifact of a version: the answer to publishing contains only the id of the version. */
async function findArtifactId({ name = '', workspace }: Schema<'ArtifactVersion'>): Promise<string | undefined> {
  const { body } = await api.call('GET /orchestration/artifacts', { query: { workspaceId: workspace.id, name, limit: 100 } });
  return body.items.find((item) => item.name === name)?.id;
}
