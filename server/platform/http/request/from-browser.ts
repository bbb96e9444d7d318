import type { FastifyRequest } from 'fastify';

/** Whether a browser sent a request: programs send neither header. */
export const isFromBrowser = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
