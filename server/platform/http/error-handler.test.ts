import type { FastifyError, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { toFailure } from './error-handler.ts';

const request = {
  id: 'a-request',
  method: 'POST',
  routeOptions: { url: '/v1/client/order/' },
  raw: { destroyed: false, complete: true },
} as unknown as FastifyRequest;

test.each([
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P03',
  '25006',
  '53300',
])('a call whose database connection ends with %s is answered 503 and may be repeated', (code) => {
  const lost = Object.assign(new Error('read failed'), { code, syscall: 'read' }) as unknown as FastifyError;
  expect(toFailure(lost, request, createLog('silent'))).toMatchObject({
    status: 503,
    code: 'unavailable',
    retryAfter: 2,
  });
});

test('another failure stays a 500', () => {
  const bug = Object.assign(new Error('a bug'), { code: 'ENOENT', syscall: 'open' }) as unknown as FastifyError;
  expect(toFailure(bug, request, createLog('silent'))).toMatchObject({ status: 500 });
});
