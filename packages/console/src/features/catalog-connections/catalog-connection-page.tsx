/** One connection of the catalogue: its facts, its crawler, the scan of its tables, and with whom it is shared. */
import { useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { CHANGES_CONNECTIONS } from '../../app/needs.ts';
import { SEES_ENGINES } from '../../app/sections.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { DeleteButton, FormDialog } from '../../ui/dialogs.tsx';
import { linesIn } from '../../ui/lines.ts';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote, PageHead, FactsCard } from '../../ui/page-parts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { ConnectionTestNote } from '../connections/connection-test-note.tsx';
import { CRAWL_REFRESH_INTERVAL, CrawlStateMark, isCrawling } from '../crawlers/crawl-state.tsx';
import { ScanCard } from '../crawlers/table-choice.tsx';
import { SharingCard } from '../sharing/sharing-card.tsx';
import { LookOnly, useLack } from '../workspace-permissions/lack.tsx';
import { catalogConnectionMessages } from './messages.ts';

const route = getRouteApi('/catalogue/connections/$connectionId');

/** A workspace that the person does not see. */
const UNSEEN: Schema<'WorkspaceInfo'> = {};

/** The page. Scans and crawlers need the right to change the connection, so people who can only read it do not see them. */
export function CatalogConnectionPage(): ReactNode {
  const text = useText(catalogConnectionMessages);
  const { connectionId } = route.useParams();
  const { data: connection, error } = useRead('GET /connections/{connectionId}', { path: { connectionId } });
  const { data: access, isPending } = useRead('GET /sharing/sharings/{entityType}/{entityId}/entitlements', {
    path: { entityType: 'connection', entityId: connectionId },
  });
  const mayChangeSome = useMay(...CHANGES_CONNECTIONS.permissions);
  // Only this answer has the workspace of the connection. People who do not see the workspace get none.
  const { data: stored, isPending: isReading } = useRead('GET /orchestration/connections/{connectionId}', { path: { connectionId } });
  const { permissions, right } = CHANGES_CONNECTIONS;
  const lack = useLack(mayChangeSome ? { right, workspace: stored?.workspace ?? UNSEEN } : { permissions });
  // Some cards need an entitlement: the page is shown when they are known, so that none of them pushes others down.
  if (!connection || isPending || isReading) return <ErrorNote error={error} />;
  const may = (entitlement: string): boolean => access?.entitlements?.includes(entitlement) ?? false;
  return (
    <>
      <PageHead title={connection.label} aside={!connection.enabled && <StatusMark tone="off">{text('off')}</StatusMark>}>
        <ConnectionActions
          connection={connection}
          mayChange={stored !== undefined && lack === undefined}
          mayRemove={may('CONNECTION_DELETE')}
        />
      </PageHead>
      <LookOnly lack={lack} prevented="toChangeConnection" />
      <ConnectionFacts connection={connection} seesAddress={stored !== undefined} />
      {may('CONNECTION_UPDATE') && <CrawlerOfConnection connectionId={connectionId} />}
      {may('CONNECTION_UPDATE') && <ScanCard connectionId={connectionId} />}
      <SharingCard entityType="connection" entityId={connectionId} />
    </>
  );
}

type ConnectionActionsProps = { connection: Schema<'CatalogConnection'>; mayChange: boolean; mayRemove: boolean };

function ConnectionActions({ connection, mayChange, mayRemove }: ConnectionActionsProps): ReactNode {
  const text = useText(catalogConnectionMessages);
  const [isEditing, setIsEditing] = useState(false);
  const path = { connectionId: connection.id ?? '' };
  const test = useChange('POST /connections/{connectionId}/test');
  const remove = useDeletion('DELETE /connections/{connectionId}', ['GET /connections'], '/catalogue/connections');
  return (
    <>
      {mayRemove && (
        <DeleteButton name={connection.label} action={text('removeAction')} hint={text('removeHint')} change={remove} input={{ path }} />
      )}
      {mayChange && (
        <>
          <ActionButton onPress={() => setIsEditing(true)}>{text('change')}</ActionButton>
          <ActionButton tone="main" isPending={test.isPending} onPress={() => test.mutate({ path })}>
            {text('testNow')}
          </ActionButton>
        </>
      )}
      <ErrorNote error={test.error} />
      {test.data && <ConnectionTestNote result={test.data} />}
      {isEditing && <EditCatalogConnection connection={connection} onClose={() => setIsEditing(false)} />}
    </>
  );
}

type ConnectionFactsProps = {
  connection: Schema<'CatalogConnection'>;
  /** Whether the person sees the workspace of the connection, and so its page with the address. */
  seesAddress: boolean;
};

function ConnectionFacts({ connection, seesAddress }: ConnectionFactsProps): ReactNode {
  const text = useText(catalogConnectionMessages);
  const { id = '', datasetsCount, cloudAgentId } = connection;
  const seesEngines = useMay(...SEES_ENGINES);
  return (
    <FactsCard
      actions={
        <TextLink
          to="/catalogue/datasets"
          search={{ query: `datastoreId = '${id}'` }}
          name={text('showDatasets', { count: datasetsCount })}
        />
      }
      facts={[
        [text('description'), connection.description],
        [text('type'), connection.typeLabel],
        [text('catalogTags'), connection.tags?.join(', ')],
        [text('samples'), text(connection.keepsSamples ? 'samplesStored' : 'samplesNot')],
        [
          text('engine'),
          cloudAgentId === undefined ? (
            text('builtInEngine')
          ) : !seesEngines ? (
            cloudAgentId
          ) : (
            <TextLink key="engine" to="/engines/$engineId" params={{ engineId: cloudAgentId }} name={cloudAgentId} />
          ),
        ],
        [
          text('addressLegend'),
          seesAddress && (
            <TextLink key="address" to="/setup/connections/$connectionId" params={{ connectionId: id }} name={text('toConnection')} />
          ),
        ],
        [text('created'), <TimeText key="created" at={connection.created} form="minute" />],
        [text('changed'), <TimeText key="changed" at={connection.updated} form="minute" />],
        [text('id'), <code key="id">{id}</code>],
      ]}
    />
  );
}

function CrawlerOfConnection({ connectionId }: { connectionId: string }): ReactNode {
  const text = useText(catalogConnectionMessages);
  const mayCreate = useMay('SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR');
  const { data, error, isPending } = useRead(
    'GET /connections/crawlers',
    { query: { connectionId } },
    { every: (body) => (body?.data.some(({ status }) => isCrawling(status.runStatus)) ?? false) && CRAWL_REFRESH_INTERVAL },
  );
  const crawler = data?.data[0];
  return (
    <Card title={text('crawler')}>
      {isPending && <div data-waits />}
      <ErrorNote error={error} />
      {crawler && (
        <p className="inline-actions">
          <TextLink to="/catalogue/crawlers/$crawlerId" params={{ crawlerId: crawler.id }} name={crawler.name} />
          <CrawlStateMark status={crawler.status} />
        </p>
      )}
      {data && !crawler && (
        <p className="inline-actions">
          {text('noCrawler')}
          {mayCreate && <ButtonLink to="/catalogue/crawlers/new" search={{ connection: connectionId }} name={text('newCrawler')} />}
        </p>
      )}
    </Card>
  );
}

type EditCatalogConnectionProps = { connection: Schema<'CatalogConnection'>; onClose: () => void };

/** The dialog for the facts that the catalogue stores about a connection. Address and credentials are changed on its page in its workspace. */
function EditCatalogConnection({ connection, onClose }: EditCatalogConnectionProps): ReactNode {
  const text = useText(catalogConnectionMessages);
  const { id: connectionId = '', keepsSamples: keptSamples = false } = connection;
  const [{ label, description, tagLines, enabled, keepsSamples }, draft] = useDraft({
    label: connection.label,
    description: connection.description ?? '',
    tagLines: connection.tags?.join('\n') ?? '',
    enabled: connection.enabled,
    keepsSamples: keptSamples,
  });
  const save = useChange('PUT /connections/{connectionId}', {
    refreshes: ['GET /connections', 'GET /connections/{connectionId}'],
    notice: text('saved'),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={text('changeTitle')}
      action={text('save')}
      change={save}
      onSubmit={() => save.mutate({ path: { connectionId }, body: { label, description, tags: linesIn(tagLines), enabled, keepsSamples } })}
      onClose={onClose}
    >
      <TextField label={text('name')} {...draft.field('label')} isRequired autoComplete="off" />
      <TextField label={text('description')} {...draft.field('description')} lines={2} />
      <TextField label={text('catalogTags')} hint={text('tagsHint')} {...draft.field('tagLines')} lines={3} />
      <CheckField {...draft.check('enabled')}>{text('enabled')}</CheckField>
      <div>
        <CheckField {...draft.check('keepsSamples')}>{text('keepsSamples')}</CheckField>
        <p className="hint">{text(keptSamples && !keepsSamples ? 'samplesGone' : 'keepsSamplesHint')}</p>
      </div>
    </FormDialog>
  );
}
