import type { Tokens } from '../../../../identity/tokens.ts';

/** The stored hash of a user code. It is keyed, because a code of eight letters could be found by its plain hash. */
export const hashOfUserCode = ({ tokens }: { tokens: Tokens }, code: string): Buffer => tokens.hash(`user code ${code}`);
