// run: own process, waiting, in test:all because it starts whole programs
/** A team defines a complete environment, promotes it, changes it, promotes it again, and deletes the first environment. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from '../../src/core/database/sql.ts';
import { runTimer } from '../support/background.ts';
import { startAgent, type RunningAgent } from '../support/agent.ts';
import * as define from '../support/environment.ts';
import { promoted, environmentShape } from '../support/environment-shape.ts';
import { comparableReport, statuses, reportedMessages, counterpartFinder } from '../support/promotions.ts';
import { assertRefused } from '../support/refusals.ts';
import { startTestServer, type Answer } from '../support/server.ts';
import { countColumnsWithIds, countRowsWithIds } from '../support/leftover-ids.ts';

type Body = Answer['body'];

const TASK = '/orchestration/executables/tasks/{taskId}';
const PLAN = '/orchestration/executables/plans/{planId}';
const PROMOTION = '/orchestration/executables/promotions/{promotionId}';
const ENGINE = '/processing/runtimes/remote-engines/{id}';

const server = await startTestServer();
const people = await define.makePeople(server);
const { author, operator, publisher, environments, engines, profiles, promotions, robot } = people;

const source = await define.openEnvironment(people, 'Development', ['Sales', 'Tools']);
const target = await define.openEnvironment(people, 'Production', ['Sales']);
const content = await define.defineContent(people, source.workspaces);
const { tasks, plans } = await define.defineExecutables(people, source.id, source.workspaces, content);
const runtimes = await define.defineRuntimes(people, source.id);
const schedules = await define.defineRuns(people, source.id, { tasks, plans }, runtimes);
const project = await define.defineProject(people);

const readSource = () => environmentShape(operator, source.id);
const readTarget = () => environmentShape(operator, target.id);
const publishReport = (version: string) =>
  define.publish(people, source.workspaces['Sales'] ?? '', 'report', `${version}.0.0`, define.reportScript(version));

const promotionId: string = (
  await promotions.does('POST /orchestration/executables/promotions', {
    body: { sourceEnvironmentId: source.id, targetEnvironmentId: target.id },
  })
).executable;
let agent: RunningAgent | undefined;
after(() => agent?.stop());
let counterpart = (id: string): string => assert.fail(`${id} was requested before the first promotion`);

/** Analyses a promotion, executes it, and asserts that both reports are equal. */
async function promote(options: object = {}): Promise<Body> {
  const before = await readTarget();
  const analysis = await robot.does(`POST ${PROMOTION}`, { path: { promotionId }, body: options });
  assert.equal(analysis.status, 'ANALIZED');
  assert.deepEqual(await readTarget(), before, 'an analysis changes nothing');
  const body = { executable: promotionId, ...options };
  const { executionReport } = await robot.does('POST /processing/executions/promotions', { body });
  assert.deepEqual(comparableReport(executionReport), comparableReport(analysis));
  assert.deepEqual(reportedMessages(executionReport, 'promotionReport'), reportedMessages(analysis, 'analyzeReport'));
  assert.equal(executionReport.statusMessage, analysis.statusMessage);
  return executionReport;
}

describe('the complete environment', () => {
  it('has the content that its users defined', async () => {
    const shape = await readSource();
    const numbers = Object.fromEntries(Object.entries(shape).map(([kind, things]) => [kind, Object.keys(things).length]));
    const content = { artifacts: 3, connections: 3, resources: 3, tasks: 5, plans: 2, schedules: 3 };
    assert.deepEqual(numbers, { workspaces: 2, ...content, engines: 2, clusters: 1, profiles: 3 });
    assert.deepEqual(Object.keys(shape.plans['plan Sales/nightly'].schedule.triggers), ['0', '1', '2']);
    assert.equal(shape.tasks['task Sales/report'].runConfig.trigger.type, 'DAILY');
    assert.equal(shape.tasks['task Tools/check'].runConfig.trigger.type, 'MULTIPLE');
    assert.equal(shape.tasks['task Tools/clean'].runConfig.trigger.webhook.name, 'clean_up');
    assert.equal(shape.tasks['task Tools/clean'].taskPauseDetails.pauseContext, 'until spring');
  });

  it('upgrades a task that follows its artifact', async () => {
    await publishReport('2');
    const { version, artifact } = (await readSource()).tasks['task Sales/report'];
    assert.deepEqual([version, artifact.version.slice(0, 6)], ['0.2', '2.0.0.']);
  });

  it("allows each user only the operations of the user's permissions", async () => {
    const workspaceId = source.workspaces['Sales'];
    const body = { name: 'mine', workspaceId, environmentId: source.id, artifact: content.report };
    assertRefused(await publisher.tries('POST /orchestration/executables/tasks', { body }), 403, 'forbidden');
    assertRefused(await operator.tries('POST /orchestration/executables/tasks', { body }), 403, 'right_missing');
    assertRefused(await author.tries('POST /processing/executions', { body: { executable: tasks.report } }), 403, 'right_missing');
    assertRefused(await robot.tries(`GET ${TASK}`, { path: { taskId: tasks.report } }), 404, 'not_found');
    assertRefused(await robot.tries(`POST ${PROMOTION}`, { path: { promotionId } }), 404, 'not_found');
    assertRefused(await promotions.tries(`POST ${PROMOTION}`, { path: { promotionId } }), 403, 'forbidden');
  });
});

describe('the first promotion', () => {
  it('has the effects that its analysis reported, and creates everything that is missing in the target', async () => {
    const path = { promotionId, serviceAccountId: robot.id };
    await promotions.does(`PUT ${PROMOTION}/service-accounts/{serviceAccountId}`, { path });
    const report = await promote();
    counterpart = counterpartFinder(report);
    assert.equal(report.status, 'PROMOTION_WARNING');
    const { 'WORKSPACE Sales': known, ...rest } = statuses(report);
    assert.equal(known, 'REUSED', 'the target has it already');
    assert.deepEqual([...new Set(Object.values(rest))], ['CREATED']);
    const remarks = Object.values(reportedMessages(report)).flatMap(([, ...messages]) => messages);
    assert.equal(remarks.filter((remark) => /^WARN .*secret parameter 'password' of the connection '(store|mail)'/.test(remark)).length, 2);
    assert.equal(remarks.filter((remark) => /^WARN .*(engine 'big'.*paired|cluster 'pool'.*without engines)/.test(remark)).length, 2);
    assert.equal(
      remarks.filter((remark) => /^INFO .*without its trigger/.test(remark)).length,
      6,
      'for four tasks, one of them twice, and a plan',
    );
    await define.giveRights(people, [counterpart(source.workspaces['Tools'] ?? '')]);
  });

  it('copies all content except triggers, schedules, pauses, secrets, upgrades and unused content', async () => {
    const [from, to] = [promoted(await readSource()), await readTarget()];
    for (const kind of ['workspaces', 'tasks', 'plans', 'profiles'] as const) assert.deepEqual(to[kind], from[kind]);
    assert.deepEqual(to.schedules, {});
    const { 'artifact Tools/spare': _spare, ...artifacts } = from.artifacts;
    const [newest] = artifacts['artifact Sales/report'].versions;
    assert.deepEqual(to.artifacts, {
      ...artifacts,
      'artifact Sales/report': { ...artifacts['artifact Sales/report'], versions: [newest] },
    });
    const { 'connection Tools/idle': _idle, ...connections } = from.connections;
    for (const { parameters } of Object.values<Body>(connections))
      for (const parameter of parameters) if (parameter.encrypted) parameter.valueMissing = true;
    assert.deepEqual(to.connections, connections);
    const { 'resource Tools/unused.csv': _unused, ...resources } = from.resources;
    assert.deepEqual(to.resources, resources);
    const { 'engine small': _small, ...needed } = from.engines;
    assert.deepEqual(to.engines, needed);
    assert.deepEqual(to.clusters, from.clusters);
    const path = { clusterId: counterpart(runtimes.pool) };
    assert.deepEqual((await engines.does('GET /processing/runtimes/remote-engine-clusters/{clusterId}', { path })).engines, []);
  });

  it('creates a task that runs when its engine is paired and its secret is set', async () => {
    const key: string = await engines.does(`DELETE ${ENGINE}/pairing`, { path: { id: counterpart(runtimes.big) } });
    agent = await startAgent(server.url, key);
    assert.deepEqual(await define.runTask(operator, counterpart(tasks.report)), {
      outcome: 'EXECUTION_SUCCESS',
      output: ['version 2 region north url https://dev.example.com password missing', 'LIS,Lisbon', 'Faro'],
    });
    const parameters = [
      { name: 'url', value: 'https://live.example.com' },
      { name: 'password', value: 'of production', encrypted: true },
    ];
    await author.does('PUT /orchestration/connections/{connectionId}', {
      path: { connectionId: counterpart(content.store) },
      body: { parameters },
    });
    const { output } = await define.runTask(operator, counterpart(tasks.report));
    assert.equal(output[0], 'version 2 region north url https://live.example.com password of_production');
  });
});

describe('a change and the second promotion', () => {
  it('replaces the changed content and reuses the other content', async () => {
    await define.editTask(author, counterpart(tasks.report), { parameters: { region: 'whole country', rows: 9 } });
    await profiles.does('PUT /processing/run-profiles/{id}', {
      path: { id: counterpart(runtimes.large) },
      body: { jvmArguments: ['-Xmx4G'] },
    });
    await operator.does(`PUT ${PLAN}/run-config`, {
      path: { planId: counterpart(plans.nightly) },
      body: { trigger: define.later('DAILY', '02:30') },
    });

    await publishReport('3');
    await define.editTask(author, tasks.check, { parameters: { depth: 3 }, tags: ['nightly', 'deep'] });
    const steps = [
      { name: 'load', taskIds: [tasks.report], handlerOnFailure: { taskIds: [tasks.clean], planIds: [plans.alarm] }, note: 'first of all' },
      { name: 'verify', condition: 'AT_LEAST_ONE_SUCCEEDED', taskIds: [tasks.check, tasks.clean] },
      { name: 'tidy', condition: 'ALWAYS_PROCEED_ON', taskIds: [tasks.tidy] },
    ];
    const plan = { name: 'nightly', workspaceId: source.workspaces['Sales'], description: 'nightly of sales', steps };
    await author.does(`PUT ${PLAN}`, { path: { planId: plans.nightly }, body: plan });
    const upload = { path: { resourceId: content.codes }, form: define.contentOf('OPO,Porto\n') };
    await author.does('PUT /orchestration/resources/{resourceId}/upload', upload);
    await profiles.does('PUT /processing/run-profiles/{id}', { path: { id: runtimes.large }, body: { jvmArguments: ['-Xmx1G'] } });

    const report = await promote({ keepTargetRunProfiles: true });
    const { REPLACED, REUSED, ...others } = Object.groupBy(Object.entries(statuses(report)), ([, status]) => status);
    assert.deepEqual(Object.keys(others), []);
    assert.deepEqual(REPLACED?.map(([name]) => name).toSorted(), [
      'ACTION report',
      'FLOW check',
      'FLOW report',
      'PLAN nightly',
      'RESOURCE codes.csv',
    ]);
    assert.equal(REUSED?.length, 14);
    const remarks = Object.values(reportedMessages(report)).flatMap(([, ...messages]) => messages);
    assert.equal(remarks.length, 3, remarks.join());
    assert.match(remarks.join(), /WARN .*'password' of the connection 'mail'/);
    assert.match(remarks.join(), /INFO .*run profile 'large' of the target environment differs and is kept/);
  });

  it('keeps the settings of the target', async () => {
    const [from, to] = [promoted(await readSource()), await readTarget()];
    assert.deepEqual(to.tasks['task Sales/report'].parameters, { region: 'whole country', rows: '9' });
    assert.deepEqual(to.profiles['profile RE/large'].jvmArguments, ['-Xmx4G']);
    assert.equal(to.plans['plan Sales/nightly'].runConfig.trigger.atTimes.time, '02:30');
    assert.equal(to.connections['connection Sales/store'].parameters[0].value, 'https://live.example.com');
    assert.deepEqual(to.tasks['task Tools/check'].tags, ['nightly', 'deep']);
    assert.deepEqual(promoted(to).plans['plan Sales/nightly'].chart, from.plans['plan Sales/nightly'].chart);
    assert.deepEqual(await define.runTask(operator, counterpart(tasks.report)), {
      outcome: 'EXECUTION_SUCCESS',
      output: ['version 3 region whole country url https://live.example.com password of_production', 'OPO,Porto', 'Faro'],
    });
  });
});

describe('the deletion of the first environment', () => {
  const Id = { path: { Id: source.id } };

  it('is refused while other objects need its content', async () => {
    const refuses = async (person: define.Person, route: string, path: Record<string, string>, status: number, code: string) =>
      assertRefused(await person.tries(route, { path }), status, code);
    const before = await readSource();
    await refuses(publisher, 'DELETE /orchestration/artifacts/{artifactId}', { artifactId: content.report.id }, 409, 'artifact_in_use');
    await refuses(author, 'DELETE /orchestration/connections/{connectionId}', { connectionId: content.store }, 409, 'connection_in_use');
    await refuses(author, 'DELETE /orchestration/resources/{resourceId}', { resourceId: content.codes }, 409, 'resource_in_use');
    await refuses(author, `DELETE ${TASK}`, { taskId: tasks.report }, 409, 'task_in_use');
    await refuses(author, `DELETE ${PLAN}`, { planId: plans.alarm }, 409, 'plan_in_use');
    await refuses(profiles, 'DELETE /processing/run-profiles/{id}', { id: runtimes.large }, 406, 'run_profile_in_use');
    const clusterId = runtimes.pool;
    await refuses(engines, 'DELETE /processing/runtimes/remote-engine-clusters/{clusterId}', { clusterId }, 400, 'cluster_in_use');
    await refuses(engines, `DELETE ${ENGINE}`, { id: runtimes.big }, 409, 'engine_in_use');
    await refuses(engines, `DELETE ${ENGINE}`, { id: runtimes.small }, 409, 'engine_in_use');
    await refuses(environments, 'DELETE /orchestration/workspaces/{id}', { id: source.workspaces['Tools'] ?? '' }, 409, 'workspace_in_use');
    await refuses(environments, 'DELETE /orchestration/environments/{Id}', { Id: source.id }, 400, 'environment_has_engine');
    assert.deepEqual(await readSource(), before);
  });

  it('is refused while it has engines, then a promotion, then an execution', async () => {
    for (const [taskId, type] of [
      [tasks.report, 'MANUAL'],
      [tasks.check, 'MULTIPLE'],
    ] as const)
      await operator.does(`PUT ${TASK}/run-config`, { path: { taskId }, body: { runtime: { type: 'CLOUD' }, trigger: { type } } });
    await engines.does('DELETE /processing/runtimes/remote-engine-clusters/{clusterId}', { path: { clusterId: runtimes.pool } });
    for (const id of [runtimes.big, runtimes.small]) await engines.does(`DELETE ${ENGINE}`, { path: { id } });
    assertRefused(await environments.tries('DELETE /orchestration/environments/{Id}', Id), 400, 'environment_has_promotion');
    await promotions.does(`DELETE ${PROMOTION}`, { path: { promotionId } });
    const waiting = await operator.does('POST /processing/executions', { body: { executable: tasks.report } });
    assertRefused(await environments.tries('DELETE /orchestration/environments/{Id}', Id), 403, 'environment_in_use');
    await operator.does('DELETE /processing/executions/{executionId}', { path: { executionId: waiting.executionId } });
    const kept = await readTarget();
    await environments.does('DELETE /orchestration/environments/{Id}', Id);
    assert.deepEqual(await readTarget(), kept, 'the other environment is unchanged');
  });

  it('leaves no row in any table', async () => {
    const workspaces = Object.values(source.workspaces);
    const artifacts = [content.report.id, content.check.id, content.spare.id];
    const used = [content.store, content.mail, content.idle, content.codes, content.lists, content.unused];
    const made = [tasks, plans, runtimes, schedules].flatMap((all) => Object.values<string>(all));
    const deletedIds = [source.id, ...workspaces, ...artifacts, ...used, ...made, promotionId];
    assert.deepEqual(await countColumnsWithIds(server, deletedIds), {});
    assert.deepEqual(await countRowsWithIds(server, deletedIds), {});
    assert.notDeepEqual(await countColumnsWithIds(server, [target.id]), {}, 'the search found no rows of an existing object');
    assert.notDeepEqual(await countRowsWithIds(server, [counterpart(tasks.report)]), {}, 'the search found no rows of an existing object');
  });

  it('keeps only the content that the target uses', async () => {
    await collect();
    // The two promoted versions of the report (of three), the check, the current codes and the lists.
    assert.deepEqual(await server.count('blob'), { blob: 5 });
    assert.equal((await server.files()).length, 5);
    assert.equal((await define.runTask(operator, counterpart(tasks.report))).outcome, 'EXECUTION_SUCCESS');
  });

  it('with the second environment removes all content', async () => {
    const cloud = { runtime: { type: 'CLOUD' }, trigger: { type: 'MANUAL' } };
    for (const id of [tasks.report, tasks.check])
      await operator.does(`PUT ${TASK}/run-config`, { path: { taskId: counterpart(id) }, body: cloud });
    await engines.does(`DELETE ${ENGINE}`, { path: { id: counterpart(runtimes.big) } });
    assert.equal(await agent?.ended, 3, 'the agent of a deleted engine ends');
    await environments.does('DELETE /orchestration/environments/{Id}', { path: { Id: target.id } });
    assert.deepEqual(await countColumnsWithIds(server, [source.id, target.id]), {});
    await collect();
    assert.deepEqual([await server.count('blob'), await server.files()], [{ blob: 0 }, []]);
    await people.projects.does('DELETE /orchestration/projects/{projectId}', { path: { projectId: project.project } });
    await people.groups.does('DELETE /account/groups/{id}', { path: { id: project.group } });
    assert.deepEqual(await countRowsWithIds(server, [project.project, project.group]), {});
  });
});

/** Does what the timer for leftover content would do in two hours. */
async function collect(): Promise<void> {
  await server.platform.db.writer.rows(sql`update blob set touched_at = now() - interval '2 hours'`);
  await runTimer(server.platform, 'remove-leftovers');
}
