/** Extracts facts from a TypeScript file, for the house checks and the generated pages. Only this package has the compiler as a library. */
import ts from 'typescript';

/** An import or a re-export; `dynamic` ones are `import(…)`, `program` ones are arguments of `import.meta.resolve`. */
export type SourceImport = { from: string; line: number; kind: 'static' | 'dynamic' | 'program'; typeOnly: boolean };
/** An exported name; a re-export is documented where it is declared. */
export type SourceExport = { name: string; line: number; documented: boolean; kind: 'value' | 'type' | 're-export' | 'default' };
/** A `@rule` tag; `on` is the name of the declaration with the tag, `callable` whether that is a declared function or variable. */
export type RuleTag = { id: string; line: number; on: string | undefined; callable: boolean };
/** A call of `endpoint()` with a route literal. Its statement has the lines from `first`, where its comment begins, to `last`. */
export type EndpointCall = { route: string; name: string | undefined; line: number; first: number; last: number };
/** The title of a test or of a group of tests, up to its first interpolated value; or the name of a check in a table of a matrix. */
export type TestTitle = { title: string; line: number };

/** The facts of a source file. Lists of numbers are line numbers. */
export type SourceFacts = {
  lines: number;
  firstLine: string;
  imports: SourceImport[];
  exports: SourceExport[];
  rules: RuleTag[];
  endpoints: EndpointCall[];
  titles: TestTitle[];
  /** Statements that have an effect when the file is imported. */
  effects: number[];
  /** Names that are called or read, not only declared, imported or exported. */
  uses: Set<string>;
  /** Lines that read the clock. */
  clock: number[];
  /** Lines that use a global that opens connections. */
  network: number[];
  /** Calls of functions like `isEmpty` and `mayRead` whose results nobody reads. */
  unread: { name: string; line: number }[];
};

/** The function that returns a test for each operation, with the checks of tables. */
const MATRIX = 'operationTests';
/** Names of functions whose result must be read: they answer a question, or return names. */
const ASKS = /^(?:is|are|has|have|may|can|keeps|fits|needs|belongs|names|was|only)[A-Z]/;
/** Globals that open connections. */
const NETWORK = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']);

/** Parses a TypeScript file, given its name and text. */
export function parseSource(name: string, text: string): SourceFacts {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const lineOf = (node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
  const facts: SourceFacts = {
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    firstLine: text.slice(0, text.indexOf('\n')),
    imports: [],
    exports: file.statements.flatMap((statement) => exportsOf(statement, lineOf)),
    rules: [],
    endpoints: [],
    titles: [],
    effects: file.statements.filter(hasEffect).map(lineOf),
    uses: new Set(),
    clock: [],
    network: [],
    unread: [],
  };
  const visit = (node: ts.Node): void => {
    facts.rules.push(...tagsOf(node, file));
    addImport(node, facts, lineOf);
    if (ts.isIdentifier(node) && isUse(node)) facts.uses.add(node.text);
    if (ts.isIdentifier(node) && NETWORK.has(node.text) && isUse(node) && isGlobal(node)) facts.network.push(lineOf(node));
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) addAccess(node, facts, lineOf(node));
    if (ts.isNewExpression(node) && node.expression.getText(file) === 'Date' && !node.arguments?.length) facts.clock.push(lineOf(node));
    if (ts.isCallExpression(node)) addCall(node, facts, lineOf(node));
    if (ts.isExpressionStatement(node)) addUnread(node.expression, facts, lineOf(node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return facts;
}

function addImport(node: ts.Node, facts: SourceFacts, lineOf: (node: ts.Node) => number): void {
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
    facts.imports.push({ from: node.moduleSpecifier.text, line: lineOf(node), kind: 'static', typeOnly: isTypeOnly(node) });
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
    facts.imports.push({ from: node.argument.literal.text, line: lineOf(node), kind: 'static', typeOnly: true });
  }
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) {
    const named = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : undefined;
    return node.isTypeOnly || (named !== undefined && named.length > 0 && named.every((element) => element.isTypeOnly));
  }
  const clause = node.importClause;
  if (!clause) return false;
  const bindings = clause.namedBindings;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  return (
    !clause.name &&
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.length > 0 &&
    bindings.elements.every((element) => element.isTypeOnly)
  );
}

function addCall(node: ts.CallExpression, facts: SourceFacts, line: number): void {
  const [first] = node.arguments;
  const callee = node.expression.getText();
  const text = first && textOf(first);
  if (first && ts.isStringLiteral(first)) {
    if (node.expression.kind === ts.SyntaxKind.ImportKeyword)
      facts.imports.push({ from: first.text, line, kind: 'dynamic', typeOnly: false });
    if (callee === 'import.meta.resolve') facts.imports.push({ from: first.text, line, kind: 'program', typeOnly: false });
    if (callee === 'endpoint') facts.endpoints.push({ route: first.text, name: nameOf(node.parent), line, ...linesOf(node) });
  }
  if (text !== undefined && /^(?:\w+\.)?(?:test|it|describe|suite)(?:\.\w+)?$/.test(callee)) facts.titles.push({ title: text, line });
  if (callee === MATRIX && isIterated(node)) facts.titles.push(...node.arguments.flatMap(checksOf));
}

/** Returns the lines of the statement that contains a node, with its comment. */
function linesOf(node: ts.Node): { first: number; last: number } {
  if (!ts.isStatement(node)) return linesOf(node.parent);
  const file = node.getSourceFile();
  const lineAt = (position: number): number => file.getLineAndCharacterOfPosition(position).line + 1;
  return { first: lineAt(node.getStart(file, true)), last: lineAt(node.getEnd()) };
}

function addUnread(expression: ts.Expression, facts: SourceFacts, line: number): void {
  if (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression)) return addUnread(expression.expression, facts, line);
  const callee = ts.isCallExpression(expression) ? expression.expression : undefined;
  const name = callee && (ts.isPropertyAccessExpression(callee) ? callee.name : callee).getText();
  const passed = ts.isCallExpression(expression) && name === 'forEach' ? expression.arguments[0]?.getText() : undefined;
  for (const one of [name, passed]) if (one !== undefined && ASKS.test(one)) facts.unread.push({ name: one, line });
}

/** Returns whether a for-of loop iterates over the result of a call. */
const isIterated = ({ parent }: ts.CallExpression): boolean => ts.isForOfStatement(parent);

/** The names of checks in a table that is written as an argument of the matrix: all of these run. A table in a variable may be run in part. */
function checksOf(table: ts.Expression): TestTitle[] {
  if (!ts.isObjectLiteralExpression(table)) return [];
  const file = table.getSourceFile();
  return table.properties.flatMap(({ name }) =>
    name && ts.isStringLiteralLike(name)
      ? [{ title: name.text, line: file.getLineAndCharacterOfPosition(name.getStart(file)).line + 1 }]
      : [],
  );
}

function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.head.text : undefined;
}

function addAccess(node: ts.PropertyAccessExpression | ts.ElementAccessExpression, facts: SourceFacts, line: number): void {
  if (node.getText() === 'Date.now') facts.clock.push(line);
}

/**
 * Returns whether a statement has an effect on import. Declarations, imports, exports and code that runs only in the main program
 * have none, except imports without names, but for styles, and variables that await.
 */
function hasEffect(statement: ts.Statement): boolean {
  if (ts.isIfStatement(statement)) return !statement.expression.getText().startsWith('import.meta.main');
  if (ts.isImportDeclaration(statement)) return !statement.importClause && !isStyle(statement);
  if (ts.isVariableStatement(statement)) return hasOuterAwait(statement);
  const inert = [ts.isExportDeclaration, ts.isExportAssignment, ts.isFunctionDeclaration, ts.isClassDeclaration, ts.isTypeAliasDeclaration];
  return ![...inert, ts.isInterfaceDeclaration, ts.isModuleDeclaration, ts.isEmptyStatement].some((is) => is(statement));
}

/** Returns whether an import brings a style sheet into the page. */
const isStyle = ({ moduleSpecifier }: ts.ImportDeclaration): boolean =>
  ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text.endsWith('.css');

function hasOuterAwait(node: ts.Node): boolean {
  if (ts.isAwaitExpression(node)) return true;
  if (ts.isFunctionLike(node)) return false;
  return ts.forEachChild(node, (child) => hasOuterAwait(child) || undefined) ?? false;
}

function exportsOf(statement: ts.Statement, lineOf: (node: ts.Node) => number): SourceExport[] {
  const line = lineOf(statement);
  if (ts.isExportAssignment(statement)) return [{ name: 'default', line, documented: false, kind: 'default' }];
  if (ts.isExportDeclaration(statement)) {
    const names =
      statement.exportClause && ts.isNamedExports(statement.exportClause)
        ? statement.exportClause.elements.map((element) => element.name.text)
        : ['*'];
    return names.map((name) => ({ name, line, documented: true, kind: 're-export' as const }));
  }
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  if (!modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)) return [];
  const documented = ts
    .getJSDocCommentsAndTags(statement)
    .some((node) => ts.isJSDoc(node) && Boolean(ts.getTextOfJSDocComment(node.comment)?.trim()));
  if (modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword))
    return [{ name: 'default', line, documented, kind: 'default' }];
  const kind = ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement) ? 'type' : 'value';
  const names = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map((declaration) => declaration.name.getText())
    : [(statement as { name?: ts.Identifier }).name?.text ?? ''];
  return names.map((name) => ({ name, line, documented, kind }));
}

function tagsOf(node: ts.Node, file: ts.SourceFile): RuleTag[] {
  const comments = (node as { jsDoc?: ts.JSDoc[] }).jsDoc ?? [];
  return comments.flatMap((comment) =>
    (comment.tags ?? []).flatMap((tag) => {
      if (tag.tagName.text !== 'rule') return [];
      const id = (ts.getTextOfJSDocComment(tag.comment) ?? '').trim();
      const line = file.getLineAndCharacterOfPosition(tag.getStart(file)).line + 1;
      return [{ id, line, on: nameOf(node), callable: ts.isFunctionDeclaration(node) || ts.isVariableStatement(node) }];
    }),
  );
}

function nameOf(node: ts.Node): string | undefined {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations[0]?.name.getText();
  return (node as { name?: ts.Node }).name?.getText();
}

function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isImportClause(parent)) return false;
  return (parent as { name?: ts.Node }).name !== node || ts.isPropertyAccessExpression(parent) || ts.isShorthandPropertyAssignment(parent);
}

/** Returns whether a name refers to a global: alone or as a property of the global object, not as a property of another object. */
function isGlobal(node: ts.Identifier): boolean {
  const { parent } = node;
  if (!ts.isPropertyAccessExpression(parent) || parent.name !== node) return true;
  return /^(?:globalThis|global|self)$/.test(parent.expression.getText());
}
