/**
 * The module `node:http` for programs that must start fast. An import of it also loads the `fetch` of Node, tens of milliseconds, because an import reads
 * each property of a module of Node, and some properties load it when they are read.
 */
const { Agent, createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');

export { Agent, createServer, request, STATUS_CODES };
