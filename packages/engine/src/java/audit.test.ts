// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { engineFor } from '../../test/engine.ts';
import { zipOf } from '../../test/zips.ts';
import { readAudit } from './audit.ts';

const { plane } = await engineFor({ after });

const line = (category: string, customInfo: object): string =>
  JSON.stringify({ logTimestamp: '2026-01-02T03:04:05.000Z', category, customInfo: { job_name: 'Load', process_id: 'p1', ...customInfo } });
const flow = (name: string, source: string, target: string, rows: number, type = 'output'): string[] => {
  const typeOf = (id: string): string => id.replace(/_\d+$/, '');
  return [
    line('flowoutput', {
      connector_id: source,
      connector_type: typeOf(source),
      connector_label: source,
      connection_name: name,
      connection_type: type,
      rows,
      duration: '20',
    }),
    line('flowinput', {
      connector_id: target,
      connector_type: typeOf(target),
      connector_label: target,
      connection_name: name,
      connection_type: type,
      rows,
      duration: '20',
    }),
    line('flowexecution', {
      source_id: source,
      source_label: source,
      source_connector_type: typeOf(source),
      target_id: target,
      target_label: target,
      target_connector_type: typeOf(target),
      connection_name: name,
      rows: String(rows),
      duration: '20',
    }),
  ];
};
/** A job that reads a file, refuses some rows, writes the others into a table and prints them. */
const LINES = [
  line('jobstart', {}),
  ...flow('row1', 'tFileInputDelimited_1', 'tSchemaCheck_1', 10),
  ...flow('row2', 'tSchemaCheck_1', 'tPostgresqlOutput_1', 7),
  ...flow('row3', 'tPostgresqlOutput_1', 'tLogRow_1', 6),
  ...flow('row4', 'tSchemaCheck_1', 'tMap_1', 3, 'reject'),
  ...flow('row5', 'tMap_1', 'tFileOutputDelimited_1', 3),
  ...flow('REJECT', 'tPostgresqlOutput_1', 'tLogRow_2', 1),
  'not JSON',
  '{"category":"flowoutput"}',
];

test('bundles.job-archive.audit: counts the rows of the last flows, and those of reject flows', () => {
  const { counts, components } = readAudit(LINES.join('\n'), 0);
  assert.deepEqual(counts, { processed: 6, rejected: 4 });
  assert.equal(components.length, 6);
  assert.deepEqual(components[0], {
    connector_type: 'tFileInputDelimited',
    connector_label: 'tFileInputDelimited_1',
    connector_id: 'tFileInputDelimited_1',
    component_start_time_seconds: Date.parse('2026-01-02T03:04:05.000Z') / 1000 - 0.02,
    component_connection_rows_total: 10,
    component_execution_duration_milliseconds: 20,
    connection_name: 'row1',
    connection_type: 'output',
    job_name: 'Load',
    process_id: 'p1',
    target_connector_type: 'tSchemaCheck',
    target_id: 'tSchemaCheck_1',
    target_label: 'tSchemaCheck_1',
  });
});

test('counts the rows of several outputs and of iterations together, and nothing without flows', () => {
  const twoOutputs = [
    ...flow('a', 'tMap_1', 'tFileOutputDelimited_1', 2),
    ...flow('b', 'tMap_1', 'tLogRow_1', 3),
    ...flow('b', 'tMap_1', 'tLogRow_1', 4),
  ];
  assert.deepEqual(readAudit(twoOutputs.join('\n'), 0).counts, { processed: 9, rejected: 0 });
  assert.deepEqual(readAudit(line('jobstart', {}), 0).counts, {});
  const children = [...flow('row1', 'a', 'b', 2), ...flow('row1', 'b', 'c', 3).map((one) => one.replaceAll('"Load"', '"Child"'))];
  assert.deepEqual(readAudit(children.join('\n'), 0).counts.processed, 5, 'jobs may have flows of the same name');
});

test('rows that only fill the lookup of a component, or pass its inner halves, are counted once', () => {
  const lookup = [
    ...flow('row1', 'tFileInputDelimited_1', 'tMap_1', 5),
    ...flow('row2', 'tFileInputDelimited_2', 'cleaning_1_tMap_1', 40),
    ...flow('row3', 'cleaning_1_tMap_1', 'tAdvancedHash_row3', 40),
    ...flow('row4', 'tDBInput_1', 'tHash_row4', 7),
    ...flow('row5', 'tDBInput_2', 'tPersistentSortedAdvancedHash_row5', 8),
    ...flow('out', 'tMap_1', 'tLogRow_1', 5),
    ...flow('row6', 'tDBInput_3', 'tHashOutput_1', 2),
  ];
  assert.deepEqual(readAudit(lookup.join('\n'), 0).counts, { processed: 7, rejected: 0 });
  const halves = [
    ...flow('row1', 'tFileInputDelimited_1', 'tSortRow_1_SortOut', 9),
    ...flow('row2', 'tSortRow_1_SortIn', 'cleaning_1_tAggregateRow_1_AGGOUT', 9),
    ...flow('row3', 'cleaning_1_tAggregateRow_1_AGGIN', 'tLogRow_1', 2),
  ];
  assert.deepEqual(readAudit(halves.join('\n'), 0).counts, { processed: 2, rejected: 0 });
  const rejected = [
    ...flow('row1', 'tFileInputDelimited_1', 'tSortRow_1_SortOut', 3, 'reject'),
    ...flow('row2', 'tSortRow_1_SortIn', 'tLogRow_1', 3),
  ];
  assert.deepEqual(readAudit(rejected.join('\n'), 0).counts, { processed: 0, rejected: 3 });
});

const SCRIPT = `#!/bin/sh
for word in $JAVA_TOOL_OPTIONS; do
  case $word in
    -Daudit.logger.appender.file.path=*) audit=\${word#*=} ;;
    -Druntime.lineage.appender.file.path=*) lineage=\${word#*=} ;;
    -Daudit.enabled=true) echo enabled ;;
  esac
done
[ -z "$audit" ] || { cat audit > "$audit"; cat lineage > "$lineage"; }
echo '[INFO ] demo.Load - tLogRow_1 - Printed row count: 5.'
`;
const PARAMETERS = [
  line('componentparameters', {
    connector_id: 'tFileInputDelimited_1',
    connector_type: 'tFileInputDelimited',
    P_FILENAME: '"/data/in.csv"',
  }),
  line('componentparameters', {
    connector_id: 'tDBConnection_1',
    connector_type: 'tPostgresqlConnection',
    P_HOST: 'db',
    P_PORT: '5433',
    P_DBNAME: 'shop',
  }),
  line('componentparameters', {
    connector_id: 'tPostgresqlOutput_1',
    connector_type: 'tPostgresqlOutput',
    P_CONNECTION: 'tDBConnection_1',
    P_SCHEMA_DB: 'public',
    P_TABLE: 'orders',
  }),
  line('componentparameters', { connector_id: 'tOracleOutput_9', connector_type: 'tOracleOutput', P_TABLE: 'nowhere' }),
];
const archive = (more: Record<string, string>) =>
  zipOf({
    'jobInfo.properties': 'job=Load\n',
    'Load/Load_run.sh': SCRIPT,
    'Load/audit': LINES.join('\n'),
    'Load/lineage': PARAMETERS.join('\n'),
    ...more,
  });

test('bundles.job-archive.audit', async () => {
  const execution = plane.addJob(await archive({ 'lib/job-audit-1.5.jar': 'x' }));
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.outcome, finish.processedRows, finish.rejectedRows], ['EXECUTION_REJECTED', 6, 4]);
  assert.equal(finish.components?.length, 6);
  assert.deepEqual(finish.inputs, [{ namespace: 'file', name: '/data/in.csv' }]);
  assert.deepEqual(finish.outputs, [{ namespace: 'postgres://db:5433', name: 'shop.public.orders' }]);
});

test('bundles.job-archive.statistics', async () => {
  const execution = plane.addJob(await archive({}));
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.processedRows, finish.rejectedRows, finish.components], [5, undefined, undefined]);
  assert.ok(!execution.lines.some((one) => one.message === 'enabled'), 'an archive without the jar gets no options for it');
  const script = `#!/bin/sh
echo '[INFO ] demo.Load - tFileInputDelimited_1 - Retrieved records count: 9.'
echo '[INFO ] demo.Load - tLogRow_1 - Printed row count: 9.'
echo '[DEBUG] demo.Load - tFileOutputDelimited_1 - Written records count: 4 .'
echo '[DEBUG] demo.Load - tDBOutput_1 - Has inserted 3 record(s).'
echo '[DEBUG] demo.Load - tDBOutput_1 - Has rejected 2 record(s).'
`;
  const written = await plane.ended(plane.addJob(await zipOf({ 'jobInfo.properties': 'job=Load\n', 'Load/Load_run.sh': script })));
  assert.deepEqual([written.processedRows, written.rejectedRows], [7, 2]);
  const last = `${script}echo '20 processed, 0 rejected'\n`;
  const stated = await plane.ended(plane.addJob(await zipOf({ 'jobInfo.properties': 'job=Load\n', 'Load/Load_run.sh': last })));
  assert.deepEqual([stated.processedRows, stated.rejectedRows], [20, 0], 'counts that the job states itself come first');
  const read = `#!/bin/sh\necho '[INFO ] demo.Load - tFileInputDelimited_1 - Retrieved records count: 9.'\n`;
  const onlyRead = await plane.ended(plane.addJob(await zipOf({ 'jobInfo.properties': 'job=Load\n', 'Load/Load_run.sh': read })));
  assert.equal(onlyRead.processedRows, undefined, 'rows that were only read have left no last component');
});

test('very many flows are counted in time that grows with their number', { timeout: 120_000 }, () => {
  const flow = (name: string, source: string, target: string) =>
    JSON.stringify({ category: 'flowexecution', connection_name: name, source_id: source, target_id: target, rows: 1 });
  // All of them are behind a rejecting flow, in one long chain and in one component with many others.
  const chain = Array.from({ length: 60_000 }, (_, index) => flow(`row${index}`, `t${index}`, `t${index + 1}`));
  const star = Array.from({ length: 60_000 }, (_, index) => flow(`other${index}`, 'tMap_1', 'tMap_1'));
  const { counts } = readAudit([flow('reject', 'tIn_1', 't0'), flow('reject2', 'tIn_1', 'tMap_1'), ...chain, ...star].join('\n'), 0);
  assert.equal(counts.rejected, 2);
});
