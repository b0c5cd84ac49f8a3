import { InvalidArgumentError } from 'commander';

/** Reads an option that is a whole number from 1. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < 1) throw new InvalidArgumentError('Give a whole number from 1.');
  return value;
}
