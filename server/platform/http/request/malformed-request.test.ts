import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { ConnectionError } from 'fastify';
import { expect, test } from 'vitest';
import { answerMalformedRequest } from './malformed-request.ts';

/** Opens a connection, sends some bytes, and lets the server report its timeout. @returns what the server answers */
async function answerAfterTimeout(sent: string): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = await once(server, 'connection');
  if (sent !== '') {
    client.write(sent);
    await once(socket, 'data');
  }
  let answer = '';
  client.on('data', (bytes) => {
    answer += bytes;
  });
  client.on('error', () => undefined);
  answerMalformedRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' } as ConnectionError, socket, false);
  await once(client, 'close');
  server.close();
  return answer;
}

test('a connection that was opened in advance and not used is closed without an answer', async () => {
  expect(await answerAfterTimeout('')).toBe('');
});

test('a request that never becomes complete is answered', async () => {
  expect(await answerAfterTimeout('GET / HTTP/1.1\r\n')).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
});
