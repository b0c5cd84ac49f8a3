/** For authors of bundles: reads the inputs of a run and reports its results. */
export { RunComponent, type ComponentFields } from './component.ts';
export { type Dataset } from './report-file.ts';
export { openRun, withRun, BundleRun, type RunParameters } from './run.ts';
export { ParameterError, type ParameterValue } from './parameter-values.ts';
