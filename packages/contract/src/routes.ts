/** Types that read an operation of the contract from its route literal. */
import type { operations } from './operations.gen.ts';
import type { components, paths } from './spec.gen.ts';

/** `METHOD /path` of an operation, spelled as in the contract. */
export type Route = keyof typeof operations;

/** A schema of the contract by its name. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

type Operation<R extends Route> = R extends `${infer Method} ${infer Path extends keyof paths & string}`
  ? paths[Path][Lowercase<Method> & keyof paths[Path]]
  : never;

type Part<O, Name extends string> = O extends { parameters: infer Parameters }
  ? Name extends keyof Parameters
    ? Exclude<Parameters[Name], undefined>
    : Record<never, never>
  : Record<never, never>;

type Content<T> = T extends { content: infer Types } ? Types : never;
type Json<T> = [Content<T>] extends [never]
  ? undefined
  : Content<T> extends { 'application/json': infer Body } | { 'application/scim+json': infer Body }
    ? Body
    : undefined;

/** The path variables of an operation. */
export type PathOf<R extends Route> = Part<Operation<R>, 'path'>;
/** The query parameters of an operation. */
export type QueryOf<R extends Route> = Part<Operation<R>, 'query'>;
/** The JSON body of an operation, or undefined. */
export type BodyOf<R extends Route> =
  Operation<R> extends { requestBody: infer Body }
    ? Json<Body>
    : Operation<R> extends { requestBody?: infer Body }
      ? Json<Body> | undefined
      : undefined;

type Responses<R extends Route> = Operation<R> extends { responses: infer All } ? All : never;
type Success = 200 | 201 | 202 | 204 | 206 | 207 | 302;

/** Status and body of each success that the contract lists for an operation. */
export type AnswerOf<R extends Route> = {
  [Status in keyof Responses<R> & Success]: Json<Responses<R>[Status]> extends undefined
    ? { status: Status; body?: never }
    : { status: Status; body: Json<Responses<R>[Status]> };
}[keyof Responses<R> & Success];
