import { afterAll, expect, test } from 'vitest';
import { localDay } from '#shared/kit/days.ts';
import { exportActivity } from '#shared/people/activity.ts';
import { exportAllActivity } from '#shared/people/staff-activity.ts';
import { correctUser, listClientUsers } from '#shared/people/staff-client-users.ts';
import { createKey } from '#shared/provider/staff-keys.ts';
import { startTestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { hire } from '#test/fixtures/staff-fixture.ts';
import { startFakeMailServer } from '#test/services/fake-mail-server.ts';

const mail = await startFakeMailServer();
const app = await startTestApp({ SMTP_URL: mail.url });
const staff = createStaffClient(app);
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

const text = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

const fileOf = async (filter: Record<string, string>) => staff(exportAllActivity, { query: { filter } });

/** Corrects the phone of a sender's user, as a key. @returns the row's beginning and end in files */
async function correct(sender: Sender) {
  const [{ client_id: clientId = 0 } = {}] = await app.owner<{ client_id: number }>(
    'SELECT client_id FROM users WHERE username = $1',
    [sender.username],
  );
  const [user] = (await staff(listClientUsers, { params: { clientId } })).body.results;
  await staff(correctUser, { params: { clientId, id: user?.id ?? 0 }, body: { phone: '1155556666' } });
  return String(clientId);
}

test('the provider reads its file: times of Buenos Aires, whose act it was, and what changed in words', async () => {
  const person = await hire(app, mail, 'admin');
  await person.browser.call(createKey, { body: { name: 'Depósito norte', scopes: ['read', 'labels'] } });
  const { bytes, headers } = await fileOf({ actor: person.email, action: 'ops.key.create' });
  const [header, row] = text(bytes).split('\r\n');
  expect(header).toBe(
    '\uFEFF"Fecha";"Cliente";"Empresa";"Quién";"Email";"Tipo";"Qué hizo";"Sobre";"Cambios";"Veces";"Red";"Id de quién";"Pedido"',
  );
  expect(row).toMatch(/^"\d\d\/\d\d\/\d{4} \d\d:\d\d";;;/);
  expect(row).toContain(`;"${person.name}";"${person.email}";"Personal";"Creó una clave de la API";`);
  expect(row).toContain(';"Nombre: Depósito norte. Permisos: Leer, Etiquetas";1;');
  expect(row).toMatch(new RegExp(`;${person.id};"[\\w-]+"$`));
  expect(headers.get('content-disposition')).toContain(`filename="Actividad ${localDay(new Date())}.csv"`);
  expect(text((await fileOf({ action: 'ops.staff.invite' })).bytes)).toContain(
    `;"Invitó a una persona";"${person.name}";"Rol: Administrador";1;`,
  );
});

test('a file of a client that doesn’t exist leaves a row without a client', async () => {
  expect((await fileOf({ client: '9999999' })).status).toBe(200);
  expect(await app.owner('SELECT FROM audit_log WHERE client_id = 9999999')).toEqual([]);
});

test('both files name the user upon whom somebody acted, and a company reads that it was the provider', async () => {
  const sender = await signUp(app, mail);
  const client = await correct(sender);
  const act = `"Corrigió los datos de un usuario";"${sender.username}";"Cambió: teléfono";1;`;
  expect(text((await fileOf({ client })).bytes)).toContain(`;"Clave";${act}`);
  const { bytes } = await app.call(exportActivity, { token: sender.token });
  expect(text(bytes)).toContain(`;"Proveedor";"Proveedor";${act}""`);
});
