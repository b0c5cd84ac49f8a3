/** OpenLineage run events, built from the events of runs and their datasets. */
import type { LineageName } from './names.ts';

/** A start or an end of a run, as the data of the job that sends it. */
export type RunStep = {
  execution: string;
  at: string;
  taskName: string;
  workspace: string;
  /** The outcome; undefined for a start. */
  outcome?: string;
  error?: string;
};

const SCHEMA = 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent';
const ERROR_SCHEMA = 'https://openlineage.io/spec/facets/1-0-1/ErrorMessageRunFacet.json#/$defs/ErrorMessageRunFacet';

function typeOf(outcome: string | undefined): 'START' | 'COMPLETE' | 'ABORT' | 'FAIL' {
  if (outcome === undefined) return 'START';
  if (outcome === 'EXECUTION_SUCCESS' || outcome === 'EXECUTION_REJECTED') return 'COMPLETE';
  return outcome.startsWith('EXECUTION_TERMINATED') ? 'ABORT' : 'FAIL';
}

/** Builds the event of a run. Its content is the same each time, so that a receiver recognises a repeated event. */
export const toRunEvent = (
  step: RunStep,
  touched: { inputs: readonly LineageName[]; outputs: readonly LineageName[] },
  publicUrl: string,
) => ({
  eventType: typeOf(step.outcome),
  eventTime: step.at,
  producer: publicUrl,
  schemaURL: SCHEMA,
  run: {
    runId: step.execution,
    facets:
      step.error === undefined
        ? {}
        : { errorMessage: { _producer: publicUrl, _schemaURL: ERROR_SCHEMA, message: step.error, programmingLanguage: 'unknown' } },
  },
  job: { namespace: `${publicUrl}/workspaces/${step.workspace}`, name: step.taskName, facets: {} },
  inputs: touched.inputs.map(({ namespace, name }) => ({ namespace, name, facets: {} })),
  outputs: touched.outputs.map(({ namespace, name }) => ({ namespace, name, facets: {} })),
});
