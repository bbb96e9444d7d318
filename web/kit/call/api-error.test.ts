import { expect, test } from 'vitest';
import { messages } from '#shared/kit/messages.ts';
import { asApiError, offlineError, readApiError } from './api-error.ts';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

test('a refused call keeps its message, field errors, code and waiting time', async () => {
  const body = {
    message: 'Revisá los datos',
    errors: [{ field: 'email', message: 'El email es inválido' }],
    code: 'throttled',
  };
  const failure = await readApiError(answer(429, body, { 'retry-after': '7' }));
  expect(failure).toMatchObject({
    status: 429,
    message: 'Revisá los datos',
    code: 'throttled',
    retryAfter: 7,
    offline: false,
  });
  expect(failure.errors).toEqual([{ field: 'email', message: 'El email es inválido' }]);
  expect(failure.firstMessage).toBe('El email es inválido');
});

test('an error page of a proxy is shown as an unavailable service, never as HTML', async () => {
  expect((await readApiError(answer(502, '<html>Bad Gateway</html>'))).message).toBe(messages.unavailable);
  expect((await readApiError(answer(500, '<html>'))).message).toBe(messages.internal);
  const limited = await readApiError(answer(429, '<html>Too Many Requests</html>', { 'retry-after': '90' }));
  expect(limited.message).toBe('Hiciste muchos intentos. Probá de nuevo en 2 minutos');
});

test('an error body of an unknown shape leads to the general message', async () => {
  for (const body of ['null', '[]', '"x"', '{"message":null}', '{"code":7}']) {
    const failure = await readApiError(answer(400, body));
    expect(failure).toMatchObject({ message: messages.internal, code: undefined, errors: [] });
  }
});

test('a missing response is distinguished from an error in the portal’s code', () => {
  expect(offlineError()).toMatchObject({ offline: true, message: messages.offline });
  expect(asApiError(new TypeError('x is undefined'))).toMatchObject({ offline: false, message: messages.internal });
});
