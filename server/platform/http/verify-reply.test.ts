import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import { verifyErrorStatus, verifyReply } from './verify-reply.ts';

const listParcels = endpoint('GET /v1/client/parcel/', {
  access: 'client',
  summary: 'Parcels of the client.',
  reply: z.object({
    results: z.array(z.object({ label: z.string(), receiver: z.nullable(z.object({ name: z.string() })) })),
  }),
  errorStatuses: [409],
});

test('an answer of exactly the declared keys passes', () => {
  verifyReply(listParcels, {
    results: [
      { label: 'A-1', receiver: { name: 'Ana' } },
      { label: 'A-2', receiver: null },
    ],
  });
});

test('a key that the declaration lacks is named with its place, however deep', () => {
  const answer = { results: [{ label: 'A-1', receiver: { name: 'Ana', document: '1' }, client_id: 7 }], debug: true };
  expect(() => verifyReply(listParcels, answer)).toThrow(
    'GET /v1/client/parcel/ answers keys that its schema lacks: results.0.receiver.document, results.0.client_id, debug',
  );
});

test('a refusal that follows from the declaration or is named in it passes, any other is reported', () => {
  for (const status of [401, 403, 409, 429, 503]) verifyErrorStatus(listParcels, new Failure(status, 'No'));
  expect(() => verifyErrorStatus(listParcels, new Failure(404, 'No'))).toThrow("answers 404, which it doesn't declare");
});
