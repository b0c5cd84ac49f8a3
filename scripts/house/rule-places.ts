/** Where each rule of the ledger stands and which test has its name. */
import { readRules, type Rule } from '@millrace/contract/ledgers';
import { findPaths, packageSources, readText } from './source-files.ts';

/** A place that carries the tag of a rule; `on` is the value that has the tag, where it is one that must be used. */
export type RulePlace = { id: string; path: string; line: number; on: string | undefined };
/** A test whose title is a rule id or begins with one. */
export type RuleTest = { id: string; path: string; line: number };
/** A rule with its places and tests. */
export type PlacedRule = Rule & { places: RulePlace[]; tests: RuleTest[] };

/** The form of a rule id. */
export const RULE_ID = /^[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*){2}$/;

/** Every tag: in comments of the sources and, for what the contract itself enforces, as `# @rule id` in its sections. */
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

/** Every test with a rule id as its title or in front of `: `. */
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

/** The ledger with the places and tests of each rule. */
export function placeRules(): PlacedRule[] {
  const places = Map.groupBy(findPlaces(), (one) => one.id);
  const tests = Map.groupBy(findTests(), (one) => one.id);
  return readRules().map((rule) => ({ ...rule, places: places.get(rule.id) ?? [], tests: tests.get(rule.id) ?? [] }));
}
