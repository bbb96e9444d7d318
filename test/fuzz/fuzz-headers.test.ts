import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { failureBody } from '#shared/kit/http/failure.ts';
import { portalSettings } from '#shared/kit/settings.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createPopulatedClient, type PopulatedClient } from '#test/fixtures/client-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { scaled, scaledTimeout } from '#test/test-scale.ts';
import { fuzzedHttpRequest } from './fuzz-http-framing.ts';
import { sendRawBytes, type WireRequest, type WireResponse } from './raw-socket.ts';

let app: TestApp;
let mail: FakeMailServer;
let client: PopulatedClient;
let port: number;
const lines: string[] = [];

beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, LOG_LEVEL: 'info' }, { onLog: (line) => lines.push(line) });
  client = await createPopulatedClient(app, mail, 'marcos');
  port = Number(new URL(app.server.url).port);
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

/** Number of parallel requests. */
const AT_ONCE = 40;
/** Number of inputs per call. */
const INPUTS = scaled(40, 400);
/** Names the kind of a call by what is read of its headers. A login reads a cookie besides. */
const kindOf = (name: string, { method, access, produces, upload, body, idempotent }: AnyEndpoint) =>
  JSON.stringify([method, access, produces, Boolean(upload), Boolean(body), Boolean(idempotent), name === 'login']);
/** All calls share the parser of headers: one call of each kind in `npm test`. */
const CALLS = scaled(
  [...Map.groupBy(Object.entries(contract), (call) => kindOf(...call)).values()].flatMap((calls) => calls.slice(0, 1)),
  Object.entries(contract),
);

function assertWellFormedOnWire({ status, headers, text }: WireResponse, { sent }: WireRequest): void {
  const seen = `${sent.slice(0, 600)}\n→ ${status} ${text.slice(0, 300)}`;
  expect(status, seen).toBeLessThan(500);
  if (status === 417) return;
  expect(headers['x-content-type-options'], seen).toBe('nosniff');
  if (status < 400 || text === '') return;
  expect(headers['content-type'], seen).toBe('application/json; charset=utf-8');
  expect(failureBody.parse(JSON.parse(text)).message, seen).toMatch(/^[A-ZÁÉÍÓÚ¿¡]/);
}

describe('hostile headers and framing get a well-formed response', () => {
  test.each(CALLS)('by %s', { timeout: scaledTimeout(120_000) }, async (name, endpoint) => {
    lines.length = 0;
    const request = fuzzedHttpRequest(endpoint, {
      // A logout with the token would end the session.
      token: name === 'logout' ? '' : client.token,
      body: '{}',
      ids: [client.ids.tracking],
    });
    const answered = fc.asyncProperty(
      fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE }),
      async (requests) => {
        await Promise.all(
          requests.map(async (sent) => {
            for (const answer of await sendRawBytes(port, sent)) assertWellFormedOnWire(answer, sent);
          }),
        );
        expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
      },
    );
    await fc.assert(answered, { numRuns: INPUTS / AT_ONCE });
    expect((await app.call(portalSettings)).status).toBe(200);
  });
});
