/** One dynamic engine: its state, its package, its environments, and the status of its parts in the cluster. */
import { useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { DeleteButton } from '../../ui/dialogs.tsx';
import { Card, ErrorNote, FactList, PageHead, FactsCard } from '../../ui/page-parts.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { StatusMark, type StatusTone } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { AssignedEnvironments } from './assignments.tsx';
import { ChangeDynamicEngine } from './dynamic-engine-dialogs.tsx';
import { DynamicEngineStateMark } from './dynamic-engine-state.tsx';
import { clusterStatusMessages, dynamicEngineMessages } from './messages.ts';
import { PackageCard } from './package-card.tsx';
import styles from './cluster-status.module.css';

const route = getRouteApi('/setup/dynamic-engines/$dynamicEngineId');

const REFRESH_INTERVAL = 3000;

/** The page. */
export function DynamicEnginePage(): ReactNode {
  const { dynamicEngineId } = route.useParams();
  const mayChange = useMay('SVC_CLUSTER_MANAGEMENT');
  const { data: engine, error } = useRead(
    'GET /processing/runtimes/dynamic-engines/{id}',
    { path: { id: dynamicEngineId } },
    { every: () => REFRESH_INTERVAL },
  );
  const { data: status, error: statusError } = useRead(
    'GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/infra/status',
    { path: { dynamicEngineId } },
    { enabled: engine !== undefined, every: () => REFRESH_INTERVAL },
  );
  if (error) return <ErrorNote error={error} />;
  if (!engine) return undefined;
  return (
    <>
      <PageHead title={engine.name} aside={<DynamicEngineStateMark state={engine.state} />}>
        {mayChange && engine.state !== 'DELETED' && <DynamicEngineActions engine={engine} />}
      </PageHead>
      <StateHint state={engine.state} />
      {mayChange && engine.state !== 'DELETED' && <PackageCard engine={engine} />}
      <AssignedEnvironments engine={engine} />
      <ErrorNote error={statusError} />
      {status && <ClusterStatusCard status={status} />}
      <DynamicEngineFacts engine={engine} />
    </>
  );
}

function StateHint({ state }: { state: Schema<'DynamicEngineState'> }): ReactNode {
  const text = useText(dynamicEngineMessages);
  if (state === 'CREATING' || state === 'CONNECTED') return undefined;
  return (
    <p className={state === 'DELETED' ? 'note' : 'note bad'} role="status">
      {text(`${state}hint`)}
    </p>
  );
}

function DynamicEngineFacts({ engine }: { engine: Schema<'DynamicEngine'> }): ReactNode {
  const text = useText(dynamicEngineMessages);
  return (
    <FactsCard
      facts={[
        [text('description'), engine.description],
        [text('since'), <TimeText key="since" at={engine.lastModifiedStateDate} />],
        [text('created'), <TimeText key="created" at={engine.creationDate} form="minute" />],
        [text('createdBy'), engine.createdBy],
        [text('changed'), <TimeText key="changed" at={engine.lastModifiedDate} form="minute" />],
        [text('changedBy'), engine.lastModifiedBy],
        [text('id'), <code key="id">{engine.id}</code>],
      ]}
    />
  );
}

function DynamicEngineActions({ engine }: { engine: Schema<'DynamicEngine'> }): ReactNode {
  const text = useText(dynamicEngineMessages);
  const [isChanging, setIsChanging] = useState(false);
  // A connected operator first removes everything that it has installed.
  const notice = text(engine.state === 'CONNECTED' || engine.state === 'ERROR' ? 'deletesLater' : 'deleted');
  const refreshes = ['GET /processing/runtimes/dynamic-engines'] as const;
  const remove = useDeletion('DELETE /processing/runtimes/dynamic-engines/{id}', refreshes, '/setup/dynamic-engines', notice);
  return (
    <>
      <ActionButton onPress={() => setIsChanging(true)}>{text('edit')}</ActionButton>
      <DeleteButton name={engine.name} hint={text('deleteHint')} change={remove} input={{ path: { id: engine.id } }} />
      {isChanging && <ChangeDynamicEngine engine={engine} onClose={() => setIsChanging(false)} />}
    </>
  );
}

type ClusterText = TextOf<typeof clusterStatusMessages>;

const TONES: Readonly<Record<Schema<'DynamicEngineGlobalStatus'>, StatusTone>> = {
  STARTING: 'waits',
  RUNNING: 'good',
  UPDATING: 'runs',
  STOPPING: 'off',
  NOT_FOUND: 'bad',
  NOT_DEPLOYED: 'waits',
  IN_ERROR: 'bad',
};

/** The report of the operator about an engine, or about an environment on it: services, their pods and resources, jobs and events. */
export function ClusterStatusCard({ status }: { status: Schema<'DynamicEngineStatus'> }): ReactNode {
  const text = useText(clusterStatusMessages);
  const { services = [], failureEvents: events = [], deploymentType } = status;
  const isInstalled = status.reportedAt !== undefined;
  return (
    <Card title={text('title')} actions={<StatusMark tone={TONES[status.status]}>{text(status.status)}</StatusMark>}>
      {status.stale && (
        <p className="note bad" role="status">
          {text('old')}
        </p>
      )}
      {!isInstalled && <p className="hint">{text('notDeployed')}</p>}
      <FactList
        facts={[
          [text('reported'), status.reportedAt && <TimeText key="reported" at={status.reportedAt} />],
          [text('operator'), status.dynamicEngineVersion],
          [text('installed'), (deploymentType === 'helm' || deploymentType === 'kubectl') && text(deploymentType)],
          [text('removal'), status.jobDeleteStatus && jobText(text, status.jobDeleteStatus)],
        ]}
      />
      {isInstalled && <h3>{text('services')}</h3>}
      {isInstalled && services.length === 0 && <p className="hint">{text('noServices')}</p>}
      {services.length > 0 && (
        <ul className={styles['clusterServices']} aria-label={text('services')}>
          {services.map((service, index) => (
            <ServiceItem key={`${service.name ?? ''} ${index}`} service={service} />
          ))}
        </ul>
      )}
      {events.length > 0 && (
        <>
          <h3>{text('events')}</h3>
          <ShortTable
            label={text('events')}
            columns={eventColumns(text)}
            rows={events}
            keyOf={({ source, creationDate, message }) => `${source} ${creationDate} ${message}`}
          />
        </>
      )}
    </Card>
  );
}

function ServiceItem({ service }: { service: Schema<'DynamicEngineServiceDetails'> }): ReactNode {
  const text = useText(clusterStatusMessages);
  const { name, status, jobStatus, jobErrorMessage } = service;
  return (
    <li>
      <p className={styles['clusterService']}>
        <strong dir="auto">{name ?? text('unknown')}</strong>
        <StatusMark tone={TONES[status]}>{text(status)}</StatusMark>
      </p>
      <FactList
        facts={[
          [text('chart'), service.chartVersion],
          [text('programs'), namedTexts(service.appsVersion)],
          [text('created'), service.creationDate && <ReportedTime key="created" at={service.creationDate} />],
          [text('updated'), service.lastUpdateDate && <ReportedTime key="updated" at={service.lastUpdateDate} />],
          [text('pods'), namedTexts(service.podsErrors)],
          [text('resources'), namedTexts(service.resourcesErrors)],
          [text('job'), jobStatus && [jobText(text, jobStatus), jobErrorMessage].filter(Boolean).join(': ')],
        ]}
      />
    </li>
  );
}

/** Shows each name with its text, one per line. */
function namedTexts(texts: Readonly<Record<string, string>> | undefined): ReactNode {
  const entries = Object.entries(texts ?? {});
  if (entries.length === 0) return undefined;
  return entries.map(([name, value]) => (
    <span key={name} className={styles['clusterText']} dir="auto">
      <code>{name}</code> {value}
    </span>
  ));
}

const jobText = (text: ClusterText, status: Schema<'DynamicEngineJobStatus'>): string =>
  text(status === 'RUNNING' ? 'JOB_RUNNING' : status);

/** A time as the cluster reports it, which may be any text. */
const ReportedTime = ({ at }: { at: string }): ReactNode => (Number.isNaN(Date.parse(at)) ? at : <TimeText at={at} />);

const eventColumns = (text: ClusterText): TableColumn<Schema<'KubernetesEvent'>>[] => [
  {
    id: 'time',
    header: text('time'),
    width: '12rem',
    render: ({ creationDate }) => (creationDate === undefined ? '–' : <ReportedTime at={creationDate} />),
  },
  { id: 'source', header: text('source'), width: '14rem', render: ({ source }) => <bdi>{source}</bdi> },
  { id: 'message', header: text('message'), render: ({ message }) => <bdi>{message}</bdi> },
];
