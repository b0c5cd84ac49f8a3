import type { Platform } from '../../src/core/platform/platform.ts';

/** What the makers of a feature (`make.fixture.ts`) work with. `name` gives a name that is unique on the server. */
export type Making = Pick<Platform, 'db' | 'tokens'> & { name(noun: string): string };
