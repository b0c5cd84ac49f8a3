import type { Platform } from '../../src/core/platform/platform.ts';

/** The parameters of the makers of a feature (`make.fixture.ts`). `name` gives a name that is unique on the server. */
export type Making = Pick<Platform, 'db'> & { identity: Pick<Platform['identity'], 'tokens'> } & { name(noun: string): string };
