// run: own process, waiting, in test:all because it starts whole programs
/** One trace from a call to the end of the run that it started, as a collector receives it from the server and the engine. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shellBundle } from '../support/bundles.ts';
import { eventually, finished, publishTask, startInstall, wholeLog } from '../support/install.ts';
import { startSpanReceiver, type ReceivedSpan } from '../support/span-receiver.ts';

const receiver = await startSpanReceiver();
const install = await startInstall({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '100' });
const client = await install.client();
const CALLER = '00f067aa0ba902b7';
const task = await publishTask(client, await shellBundle('echo "$TRACEPARENT"'), { name: 'Traced' });

/** Starts the task, waits for its end, and returns the spans of its trace and its output. */
async function run(headers: Record<string, string>) {
  const { body } = await client.call('POST /processing/executions', { body: { executable: task }, headers });
  const execution = await finished(client, body.executionId);
  assert.equal(execution.executionStatus, 'EXECUTION_SUCCESS', execution.errorMessage);
  const output = (await wholeLog(client, body.executionId)).filter((one) => one.logType === 'STDOUT').map((one) => one.logMessage);
  const spans = await eventually('every span has arrived', async () => {
    const accepted = receiver.spans.find(
      (one) => one.name === 'accept execution' && one.attributes['millrace.execution_id'] === body.executionId,
    );
    const found = receiver.spans.filter(({ trace }) => trace === accepted?.trace);
    return found.some(({ name }) => name === 'complete execution') && found.some(({ name }) => name === 'run execution')
      ? found
      : undefined;
  });
  return { spans, output, executionId: body.executionId };
}

const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const found = spans.filter((one) => one.name === name);
  assert.equal(found.length, 1, `there must be one span ${name}`);
  return found[0] ?? assert.fail();
};

it('the trace of a caller continues through acceptance, claim and run to the completion', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const { spans, output, executionId } = await run({ traceparent: `00-${trace}-${CALLER}-01` });
  const [call, accepted, claimed, ran, completed] = [
    'POST /processing/executions',
    'accept execution',
    'claim execution',
    'run execution',
    'complete execution',
  ].map((name) => named(spans, name));
  assert.ok(call && accepted && claimed && ran && completed);
  for (const span of spans) assert.deepEqual([span.trace, span.failed], [trace, false]);
  assert.deepEqual(
    [call.parent, accepted.parent, claimed.parent, ran.parent, completed.parent],
    [CALLER, call.id, accepted.id, claimed.id, ran.id],
  );
  assert.deepEqual(output, [`00-${trace}-${ran.id}-01`], 'the task gets the context of its run');
  assert.deepEqual([call.service, ran.service, completed.service], ['millrace', 'millrace-engine', 'millrace']);
  assert.deepEqual([call.attributes['http.route'], call.attributes['http.response.status_code']], ['/processing/executions', 201]);
  assert.deepEqual([ran.attributes['millrace.execution_id'], completed.attributes['millrace.outcome']], [executionId, 'EXECUTION_SUCCESS']);
  const report = named(spans, 'POST /engine/v1/reports');
  assert.equal(report.parent, ran.id, 'the engine sends the context of the run in the header of its report');
  assert.deepEqual([...receiver.paths], ['POST /v1/traces application/json']);
});

it('a call without a trace starts one, an unsampled trace is not sent, and frequent calls have no spans', async () => {
  const { spans } = await run({});
  assert.equal(named(spans, 'POST /processing/executions').parent, '');
  const wrong = await run({ traceparent: '00-00000000000000000000000000000000-00f067aa0ba902b7-01' });
  assert.equal(named(wrong.spans, 'POST /processing/executions').parent, '', 'an invalid context is ignored');

  const trace = 'b'.repeat(32);
  const headers = { traceparent: `00-${trace}-${CALLER}-00` };
  const { body } = await client.call('POST /processing/executions', { body: { executable: task }, headers });
  await finished(client, body.executionId);
  const printed = (await wholeLog(client, body.executionId)).find((one) => one.logType === 'STDOUT')?.logMessage;
  assert.match(printed ?? '', new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`));
  await client.call('GET /healthz');
  // When the last span of this later trace has arrived, all earlier spans have arrived.
  await run({});
  assert.deepEqual(
    receiver.spans.filter((span) => span.trace === trace || /healthz|claims|heartbeats/.test(span.name)),
    [],
  );
});
