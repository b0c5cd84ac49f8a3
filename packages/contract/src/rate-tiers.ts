/** The rate tier of an operation (`x-rate-tier` in the contract): 1 for many calls, 2 for few. */
export type RateTier = 1 | 2;
