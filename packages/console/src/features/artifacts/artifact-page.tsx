/** One artifact: its versions with their parameters and changes, and the tasks that run it. */
import { useState, type ReactNode } from 'react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { CHANGES_TASKS, PUBLISHES } from '../../app/needs.ts';
import { useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { ConfirmDialog, DeleteButton } from '../../ui/dialogs.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote, FactList, PageHead } from '../../ui/page-parts.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { WideTable } from '../../ui/scroll-areas.tsx';
import { artifactMessages } from './messages.ts';
import { LookOnly, useLack } from '../workspace-permissions/lack.tsx';
import { shownDefault } from './parameter-values.ts';
import { VersionChanges } from './version-changes-list.tsx';
import styles from './artifact.module.css';

const route = getRouteApi('/artifacts/$artifactId');

/** The page. */
export function ArtifactPage(): ReactNode {
  const text = useText(artifactMessages);
  const { artifactId } = route.useParams();
  const { version: wanted } = route.useSearch();
  const { data: artifact, error } = useRead('GET /orchestration/artifacts/{artifactId}', { path: { artifactId } });
  const remove = useDeletion('DELETE /orchestration/artifacts/{artifactId}', ['GET /orchestration/artifacts'], '/artifacts');
  const lack = useLack(artifact ? { ...PUBLISHES, workspace: artifact.workspace } : {});
  const mayMakeTask = useLack(CHANGES_TASKS) === undefined;
  if (!artifact) return <ErrorNote error={error} />;
  const { versions } = artifact;
  const version = wanted !== undefined && versions.includes(wanted) ? wanted : versions[0];
  return (
    <>
      <PageHead title={artifact.name} aside={<span className="hint">{text(artifact.type)}</span>}>
        {lack === undefined && (
          <>
            <DeleteButton name={artifact.name} hint={text('deleteHint')} change={remove} input={{ path: { artifactId } }} />
            <ButtonLink to="/artifacts/publish" search={{ workspace: artifact.workspace.id }} name={text('publish')} />
          </>
        )}
        {mayMakeTask && <ButtonLink to="/tasks/new" search={{ artifact: artifactId, version }} tone="main" name={text('makeTask')} />}
      </PageHead>
      <LookOnly lack={lack} />
      <div className={styles['beside']}>
        <Card title={text('versions')}>
          <ul className={styles['versions']}>
            {versions.map((listed) => (
              <li key={listed}>
                <Link
                  to="/artifacts/$artifactId"
                  params={{ artifactId }}
                  search={{ version: listed }}
                  replace
                  aria-current={listed === version ? 'true' : undefined}
                >
                  {listed}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
        <div>
          {version !== undefined && (
            <VersionCard
              key={version}
              artifactId={artifactId}
              version={version}
              previous={versions[versions.indexOf(version) + 1]}
              isOnly={versions.length === 1}
              mayDelete={lack === undefined}
            />
          )}
          <ArtifactTasks artifactId={artifactId} />
        </div>
      </div>
    </>
  );
}

/** The tasks that run an artifact, as links. */
function ArtifactTasks({ artifactId }: { artifactId: string }): ReactNode {
  const text = useText(artifactMessages);
  const { data, error } = useRead('GET /orchestration/executables/tasks', { query: { artifactId } });
  return (
    <Card title={text('tasks')}>
      <ErrorNote error={error} />
      {data?.items.length === 0 && <p className="hint">{text('noTasks')}</p>}
      <ul className={styles['list']}>
        {data?.items.map(({ executable, name, workspace }) => (
          <li key={executable}>
            <TextLink to="/tasks/$taskId" params={{ taskId: executable }} name={name} /> <bdi className="hint">{workspace.name}</bdi>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type VersionCardProps = { artifactId: string; version: string; previous: string | undefined; isOnly: boolean; mayDelete: boolean };

/** A version of an artifact: its facts and parameters, and the differences from the version before. */
function VersionCard({ artifactId, version, previous, isOnly, mayDelete }: VersionCardProps): ReactNode {
  const text = useText(artifactMessages);
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const path = { artifactId, version };
  const { data, error } = useRead('GET /orchestration/artifacts/{artifactId}/versions/{version}', { path });
  const remove = useChange('DELETE /orchestration/artifacts/{artifactId}/versions/{version}', {
    refreshes: ['GET /orchestration/artifacts', 'GET /orchestration/artifacts/{artifactId}'],
    notice: text('deleted'),
    // The deletion of the only version deletes the artifact.
    onDone: () => void (isOnly ? navigate({ to: '/artifacts' }) : navigate({ to: '.', search: { version: undefined } })),
  });
  if (error) return <ErrorNote error={error} />;
  if (!data) return undefined;
  return (
    <>
      <Card title={version} actions={mayDelete && <ActionButton onPress={() => setIsDeleting(true)}>{text('deleteVersion')}</ActionButton>}>
        <FactList
          facts={[
            [text('publishedAt'), <TimeText key="at" at={data.createDate} />],
            [text('publisher'), data.publisher],
            [text('product'), data.marketplaceProduct],
            [text('workspace'), data.workspace.name],
            [text('description'), data.description],
            [text('source'), sourceOf(data)],
            [text('contexts'), data.contexts?.join(', ')],
            [text('id'), <code key="id">{artifactId}</code>],
          ]}
        />
      </Card>
      <Card title={text('parameters')}>
        {data.parameters.length === 0 ? (
          <p className="hint">{text('versionWithoutParameters')}</p>
        ) : (
          <ShortTable label={text('parameters')} columns={columnsOf(text)} rows={data.parameters} keyOf={({ name }) => name} />
        )}
      </Card>
      <ContextComparison version={data} />
      <Card title={text('changes')}>
        {previous === undefined ? (
          <p className="hint">{text('firstVersion')}</p>
        ) : (
          <VersionChanges artifactId={artifactId} before={previous} after={version} />
        )}
      </Card>
      <ConfirmDialog
        title={text('deleteVersionTitle', { version })}
        action={text('deleteVersion')}
        isOpen={isDeleting}
        change={remove}
        onConfirm={() => remove.mutate({ path })}
        onClose={() => setIsDeleting(false)}
      >
        <p>{text('deleteVersionHint')}</p>
      </ConfirmDialog>
    </>
  );
}

const sourceOf = ({ repository }: Schema<'ArtifactVersion'>): string | undefined =>
  repository && [repository.project, repository.branch, repository.commit?.id].filter((part) => part !== undefined).join(' · ');

const columnsOf = (text: TextOf<typeof artifactMessages>): TableColumn<Schema<'ArtifactParameter'>>[] => [
  { id: 'name', header: text('parameter'), render: ({ name }) => <code dir="auto">{name}</code> },
  { id: 'type', header: text('type'), render: ({ type }) => type },
  { id: 'default', header: text('default'), render: (parameter) => <bdi>{shownDefault(parameter) ?? '–'}</bdi> },
  { id: 'required', header: text('required'), render: ({ required }) => text(required ? 'yes' : 'no') },
  { id: 'comment', header: text('purpose'), render: ({ comment }) => <bdi>{comment}</bdi> },
];

/** At most this many contexts are compared. A version may have a thousand; the page would be slow, and its columns could not be read. */
const MOST_CONTEXTS = 20;

/**
 * The card with the variables of a job archive whose values differ between its contexts, the context of the archive first; nothing for an artifact
 * with less than two contexts.
 */
function ContextComparison({
  version,
}: {
  version: Pick<Schema<'ArtifactVersion'>, 'contexts' | 'contextName' | 'parameters'>;
}): ReactNode {
  const text = useText(artifactMessages);
  const { contexts = [], contextName, parameters } = version;
  if (contexts.length < 2) return undefined;
  const ordered = [...contexts].sort((one, other) => Number(other === contextName) - Number(one === contextName));
  const shown = ordered.slice(0, MOST_CONTEXTS);
  const differing = parameters.filter(({ contextValues }) => contextValues !== undefined);
  return (
    <Card title={text('byContext')}>
      <p className="hint">{text(differing.length === 0 ? 'sameInAll' : 'byContextHint')}</p>
      {shown.length < contexts.length && <p className="hint">{text('firstContexts', { count: shown.length })}</p>}
      {differing.length > 0 && (
        <WideTable label={text('byContext')}>
          <thead>
            <tr>
              <th scope="col">{text('parameter')}</th>
              {shown.map((context) => (
                <th key={context} scope="col" dir="auto">
                  {context === contextName ? text('ownContext', { name: context }) : context}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {differing.map(({ name, contextValues = {} }) => (
              <tr key={name}>
                <th scope="row">
                  <code dir="auto">{name}</code>
                </th>
                {Object.keys(contextValues).length === 0 ? (
                  <td colSpan={shown.length}>
                    {/* The server stores no values that are too long together. */}
                    <i>{text('tooLong')}</i>
                  </td>
                ) : (
                  shown.map((context) => (
                    <td key={context} dir="auto">
                      {contextValues[context] || '–'}
                    </td>
                  ))
                )}
              </tr>
            ))}
          </tbody>
        </WideTable>
      )}
    </Card>
  );
}
