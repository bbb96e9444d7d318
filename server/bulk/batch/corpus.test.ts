import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadBatch } from '#shared/bulk/batches.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { programFiles } from '#test/services/program-files.ts';
import { CORPUS_ROWS, corpus } from '#test/texts/bulk-corpus.ts';
import { bulkText, finished, manyCells, upload } from '#test/texts/bulk-file-factory.ts';

/**
 * Size limit of files. Kept small because server and test share a process, which refuses requests above 1 GB of memory.
 */
const MEGABYTES = 4;

let mail: FakeMailServer;
let app: TestApp;
let sender: Sender;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, BULK_MAX_ROWS: String(CORPUS_ROWS), BULK_MAX_MB: String(MEGABYTES) });
  sender = await signUp(app, mail);
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

const leftovers = () => app.owner("SELECT FROM batches WHERE state = 'Recibiendo' UNION ALL SELECT FROM batch_chunks");

describe('an uploaded file', () => {
  test.each(corpus(MEGABYTES))('%s gets the same result from server and browser', async (_name, content, verdict) => {
    const { status, body } = await upload(app, sender.token, content());
    if (typeof verdict === 'string') {
      expect({ status, field: body.errors?.[0]?.field }).toEqual({
        status: verdict === 'too_large' ? 413 : 422,
        field: 'file',
      });
      expect(body.message).toMatch(/^[A-ZÁÉÍÓÚ].{10,}$/);
    } else {
      expect(status, body.message).toBe(200);
      const batch = await finished(app, sender.token, body.results.id);
      expect(batch).toMatchObject({ estado: 'Procesado', ordenes: verdict.orders, errores: verdict.wrong ?? 0 });
    }
    expect(await leftovers()).toEqual([]);
  });
});

test.each(programFiles().map((file) => [file.program, file] as const))(
  'the file of %s becomes orders with the names that were written',
  async (_program, { bytes, rows, doubtful }) => {
    const { status, body } = await upload(app, sender.token, bytes);
    expect(status, body.message).toBe(200);
    const { logs, ...batch } = await finished(app, sender.token, body.results.id);
    expect(batch).toMatchObject({ estado: 'Procesado', ordenes: rows.length, errores: 0 });
    const orders = await app.owner(
      `SELECT o.first_name AS nombre, o.last_name AS apellido, o.street_name AS calle, o.city AS localidad
       FROM orders o JOIN batch_rows r ON r.client_id = o.client_id AND r.order_pk = o.id
       WHERE r.batch_id = $1 ORDER BY r.row_no`,
      [body.results.id],
    );
    expect(orders).toEqual(rows);
    expect(logs.find(({ id }) => id === 2)?.dudas).toEqual(doubtful ? expect.arrayContaining(['nombre', 'calle']) : []);
  },
);

/** Begins an upload with `body`, once the server has read the headers. */
async function beginUpload(body: string): Promise<Socket> {
  const { port } = new URL(app.server.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST /api${uploadBatch.path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${sender.token}\r\nexpect: 100-continue\r\n` +
      'content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n\r\n',
  );
  await once(socket, 'data');
  await new Promise((resolve) => socket.write(body, resolve));
  return socket;
}

test('an interrupted upload leaves no data', async () => {
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  const rows = await beginUpload(part + bulkText(manyCells(500, 90_000)));
  await expect.poll(leftovers).not.toEqual([]);
  rows.destroy();
  await expect.poll(leftovers).toEqual([]);
  const header = await beginUpload('--b\r\ncontent-disposition: form-data;');
  header.destroy();
  const { status, body } = await upload(app, sender.token, bulkText(manyCells(1, 95_000)));
  expect(status).toBe(200);
  await finished(app, sender.token, body.results.id);
  expect(await leftovers()).toEqual([]);
});

test('a body that isn’t a complete form is refused', async () => {
  const send = (type: string, body: string) =>
    app.fetch(`/api${uploadBatch.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sender.token}`, 'content-type': type },
      body,
    });
  expect((await send('multipart/form-data', 'x')).status).toBe(422);
  expect((await send('multipart/form-data; boundary=b', '--b\r\n')).status).toBe(422);
  expect((await send('multipart/form-data; boundary=b', '')).status).toBe(422);
  expect((await send('text/csv', bulkText(manyCells(1)))).status).toBe(415);
});

test('an upload without a login is refused before it is read, and no other call accepts a file', async () => {
  const anonymous = await upload(app, 'nobody', bulkText(manyCells(2000)));
  expect(anonymous.status).toBe(401);
  const form = new FormData();
  form.append('file', new Blob(['x']), 'a.csv');
  const headers = { authorization: `Bearer ${sender.token}` };
  const other = await app.fetch(`/api${listOrders.path}`, { method: 'POST', headers, body: form });
  expect(other.status).toBe(415);
});

test('the twenty-first upload within an hour is refused', async () => {
  const strict = await startTestApp({ SMTP_URL: mail.url, THROTTLE: 'normal' });
  const busy = await signUp(strict, mail);
  const answers = [];
  for (let n = 0; n < 21; n++) answers.push((await upload(strict, busy.token, 'x')).status);
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 422), 429]);
  await strict.stop();
});
