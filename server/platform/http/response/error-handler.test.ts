import type { FastifyError, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { OverloadError } from '#server/platform/concurrency/gather.ts';
import { createLog } from '#server/platform/log.ts';
import { isShed, toFailure } from './error-handler.ts';

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

test('a call that finds too many others waiting is answered 503 and may be repeated, and is no error', () => {
  const full = new OverloadError('too many items wait') as unknown as FastifyError;
  expect(toFailure(full, request, createLog('silent'))).toMatchObject({ status: 503, retryAfter: 2 });
  expect(isShed(full)).toBe(true);
});

test('another failure stays a 500', () => {
  const bug = Object.assign(new Error('a bug'), { code: 'ENOENT', syscall: 'open' }) as unknown as FastifyError;
  expect(toFailure(bug, request, createLog('silent'))).toMatchObject({ status: 500 });
});
