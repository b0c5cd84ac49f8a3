/** The contract's client with repetitions, lists and waiting: for programs in browsers and in Node. */
export { openClient, type ClientSettings, type MillraceClient } from './client.ts';
export { isUnavailable, MillraceError } from './millrace-error.ts';
export { isRead } from './sending.ts';
export type { ItemOf } from './lists.ts';
export type { WaitOptions } from './waiting.ts';
export type { AnswerOf, BodyOf, PathOf, QueryOf, Route, Schema } from '@millrace/contract';
export type { InputOf } from '@millrace/contract/client';
