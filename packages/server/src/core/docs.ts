/** The served OpenAPI document and its reference page. */
import type { FastifyInstance } from 'fastify';

/** Serves `/openapi.json`. */
export async function serveDocs(app: FastifyInstance, document: object, _version: string): Promise<void> {
  const text = JSON.stringify(document);
  app.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
}
