/** The places in the code and the tests of each rule of the ledger. */
import { readRules, type Rule } from '@millrace/contract/ledgers';
import { findPaths, packageSources, readText } from './source-files.ts';

/** A place with the tag of a rule. `on` is the tagged function or value, if it must be used by other code. */
export type RulePlace = { id: string; path: string; line: number; on: string | undefined };
/** A test whose title is a rule id or begins with one, or a check of a matrix with that name. */
export type RuleTest = { id: string; path: string; line: number };
/** A rule with its places and tests. */
export type PlacedRule = Rule & { places: RulePlace[]; tests: RuleTest[] };

/** The form of a rule id. */
export const RULE_ID = /^[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*){2}$/;

/** Finds every tag: `@rule id` in comments of the sources, and `# @rule id` in the contract for rules that the contract enforces. */
export function findPlaces(): RulePlace[] {
  const inCode = packageSources()
    .filter((file) => file.path.includes('/src/') && !file.isTest)
    .flatMap((file) => file.rules.map(({ id, line, on, callable }) => ({ id, path: file.path, line, on: callable ? on : undefined })));
  const inContract = findPaths('packages/contract/sections/*/openapi.yaml').flatMap((path) =>
    readText(path)
      .split('\n')
      .flatMap((text, index) => {
        const id = /#\s*@rule\s+(\S+)/.exec(text)?.[1];
        return id === undefined ? [] : [{ id, path, line: index + 1, on: undefined }];
      }),
  );
  return [...inCode, ...inContract];
}

/** Finds every test whose title is a rule id, or begins with a rule id and `: `, and every check of a matrix with such a name. */
export function findTests(): RuleTest[] {
  return packageSources()
    .filter((file) => file.isTest)
    .flatMap((file) =>
      file.titles.flatMap(({ title, line }) => {
        const id = title.split(': ')[0] ?? '';
        return RULE_ID.test(id) ? [{ id, path: file.path, line }] : [];
      }),
    );
}

/** Returns the ledger with the places and tests of each rule. */
export function placeRules(): PlacedRule[] {
  const places = Map.groupBy(findPlaces(), (place) => place.id);
  const tests = Map.groupBy(findTests(), (test) => test.id);
  return readRules().map((rule) => ({ ...rule, places: places.get(rule.id) ?? [], tests: tests.get(rule.id) ?? [] }));
}
