import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { verifyErrorStatus, verifyReply } from './verify-reply.ts';

const listShipments = endpoint('GET /v1/client/shipment/', {
  access: 'client',
  needs: 'read',
  summary: 'Shipments of the client.',
  reply: z.object({
    results: z.array(z.object({ label: z.string(), receiver: z.nullable(z.object({ name: z.string() })) })),
  }),
  errorStatuses: [409],
});

test('a response with exactly the declared keys passes', () => {
  verifyReply(listShipments, {
    results: [
      { label: 'A-1', receiver: { name: 'Ana' } },
      { label: 'A-2', receiver: null },
    ],
  });
});

test('an undeclared key fails with its path, at any depth', () => {
  const answer = { results: [{ label: 'A-1', receiver: { name: 'Ana', document: '1' }, client_id: 7 }], debug: true };
  expect(() => verifyReply(listShipments, answer)).toThrow(
    'GET /v1/client/shipment/ answers keys that its schema lacks: results.0.receiver.document, results.0.client_id, debug',
  );
});

test('a declared or derived error status passes, and any other one fails', () => {
  for (const status of [401, 403, 409, 429, 503]) verifyErrorStatus(listShipments, new Failure(status, 'No'));
  expect(() => verifyErrorStatus(listShipments, new Failure(404, 'No'))).toThrow(
    "answers 404, which it doesn't declare",
  );
});
