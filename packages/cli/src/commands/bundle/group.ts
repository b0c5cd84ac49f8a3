import { group } from '../../group.ts';
import { packBundle } from './pack.ts';
import { runBundle } from './run.ts';

/** `millrace bundle`. */
export const bundleGroup = group('bundle', 'Try bundles out on this machine, and pack them', [runBundle, packBundle]);
