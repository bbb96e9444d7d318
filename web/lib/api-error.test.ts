import { expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { asApiError, offlineError, readApiError } from './api-error.ts';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

test('a refusal keeps its message, its field errors, its code and its wait', async () => {
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

test('a proxy page says that the service is away, never its HTML', async () => {
  expect((await readApiError(answer(502, '<html>Bad Gateway</html>'))).message).toBe(messages.unavailable);
  expect((await readApiError(answer(500, '<html>'))).message).toBe(messages.internal);
});

test('a body of another shape is no reason to fail twice', async () => {
  for (const body of ['null', '[]', '"x"', '{"message":null}', '{"code":7}']) {
    const failure = await readApiError(answer(400, body));
    expect(failure).toMatchObject({ message: messages.internal, code: undefined, errors: [] });
  }
});

test('no answer at all is told from a refusal and from a bug', () => {
  expect(offlineError()).toMatchObject({ offline: true, message: messages.offline });
  expect(asApiError(new TypeError('x is undefined'))).toMatchObject({ offline: false, message: messages.internal });
});
