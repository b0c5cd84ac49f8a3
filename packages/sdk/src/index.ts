/** For authors of bundles: what a run gets, and what it reports. */
export { RunComponent, type ComponentFields } from './component.ts';
export { type Dataset } from './report-file.ts';
export { openRun, withRun, BundleRun, type Parameters } from './run.ts';
export { ParameterError, type ParameterValue } from './parameter-values.ts';
