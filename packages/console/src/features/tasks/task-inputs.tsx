/** The inputs of the runs of a task: values of parameters, connections and resources. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import type { Option } from '../../ui/choice-field.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { DOTS, inContext, shownDefault, shownValue } from '../artifacts/parameter-values.ts';
import { useConnectionOptions, useResourceOptions } from './reference-options.ts';
import { taskMessages } from './messages.ts';

type Input = { name: string; value: string | undefined; isDefault: boolean };

/** The values, as runs in the context have them. */
export function TaskInputs({ task, contextName }: { task: Schema<'Task'>; contextName: string | undefined }): ReactNode {
  const text = useText(taskMessages);
  const { artifact } = task;
  const { data: version, error } = useRead('GET /orchestration/artifacts/{artifactId}/versions/{version}', {
    path: { artifactId: artifact.id, version: artifact.version },
  });
  const connections = useConnectionOptions(Object.keys(task.connections ?? {}).length > 0);
  const resources = useResourceOptions(Object.keys(task.resources ?? {}).length > 0);
  const hidden = Object.fromEntries((task.secretParameters ?? []).map((name) => [name, DOTS]));
  const inputs = inputsOf(inContext(version?.parameters ?? [], contextName ?? ''), { ...task.parameters, ...hidden });
  return (
    <Card title={text('inputs')}>
      <ErrorNote error={error} />
      {version && inputs.length === 0 && <p className="hint">{text('noParameters')}</p>}
      {inputs.length > 0 && <ShortTable label={text('inputs')} columns={columnsOf(text)} rows={inputs} keyOf={({ name }) => name} />}
      <References label={text('connections')} ids={task.connections ?? {}} names={connections} link={connectionLink} />
      <References label={text('resources')} ids={task.resources ?? {}} names={resources} link={resourceLink} />
    </Card>
  );
}

type ReferencesProps = {
  label: string;
  ids: Readonly<Record<string, string>>;
  names: readonly Option[];
  link: (id: string, name: string) => ReactNode;
};

function References(props: ReferencesProps): ReactNode {
  const { label, ids } = props;
  const rows = Object.entries(ids);
  if (rows.length === 0) return undefined;
  return <ShortTable label={label} columns={referenceColumns(props)} rows={rows} keyOf={([name]) => name} />;
}

const connectionLink = (connectionId: string, name: string): ReactNode => (
  <TextLink to="/setup/connections/$connectionId" params={{ connectionId }} name={name} />
);

const resourceLink = (resourceId: string, name: string): ReactNode => (
  <TextLink to="/setup/resources/$resourceId" params={{ resourceId }} name={name} />
);

const referenceColumns = ({ label, names, link }: ReferencesProps): TableColumn<[string, string]>[] => [
  { id: 'name', header: label, width: '16rem', render: ([name]) => <code dir="auto">{name}</code> },
  { id: 'to', header: '', render: ([, id]) => link(id, names.find((option) => option.id === id)?.name ?? id) },
];

/** Declared parameters with the value that a run gets, then values of parameters that the artifact does not declare. */
function inputsOf(declared: readonly Schema<'ArtifactParameter'>[], values: Readonly<Record<string, string>>): Input[] {
  const names = new Set(declared.map(({ name }) => name));
  const declaredInputs = declared.map((parameter) => {
    const { name, type } = parameter;
    const value = values[name] ?? '';
    return { name, value: value === '' ? shownDefault(parameter) : shownValue(type, value), isDefault: value === '' };
  });
  const others = Object.entries(values).filter(([name]) => !names.has(name));
  return [...declaredInputs, ...others.map(([name, value]) => ({ name, value, isDefault: false }))];
}

const columnsOf = (text: TextOf<typeof taskMessages>): TableColumn<Input>[] => [
  { id: 'name', header: text('parameter'), width: '16rem', render: ({ name }) => <code dir="auto">{name}</code> },
  {
    id: 'value',
    header: text('value'),
    render: ({ value, isDefault }) => (
      <>
        <bdi>{value ?? '–'}</bdi> {isDefault && value !== undefined && <span className="hint">{text('ofArtifact')}</span>}
      </>
    ),
  },
];
