import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { createServer } from './platform/http/server.ts';

export interface App {
  http: FastifyInstance;
}

/** The product's table of contents: one line per feature. */
export function createApp(deps: Deps): App {
  const http = createServer({ log: deps.log, trustProxy: deps.config.TRUST_PROXY });
  return { http };
}
