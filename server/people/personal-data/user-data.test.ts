import { describe, expect, test } from 'vitest';
import { createOrder } from '#shared/orders/new-order.ts';
import { login } from '#shared/people/access.ts';
import { eraseOwnUser, exportOwnData } from '#shared/people/personal-data.ts';
import { LAST_OWNER } from '#shared/people/rules/team.ts';
import * as staffCalls from '#shared/people/staff-personal-data.ts';
import { changeUserRole, readTeam } from '#shared/people/team.ts';
import { clientIdOf } from '#test/app/client-id.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { tablesThatContain } from '#test/app/tables-that-contain.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { addUser } from '#test/fixtures/team-factory.ts';

const { app, mail } = await sharedApp();
const staff = createStaffClient(app);

const order = async ({ token }: Sender) => (await app.call(createOrder, { token, body: newOrder() })).body.results;

describe('a user', () => {
  test('downloads the own data, sessions and actions, and nothing of others', async () => {
    const owner = await signUp(app, mail);
    const user = await addUser(app, mail, owner, 'operations', { first_name: 'Beto' });
    const [sent, other] = [await order(user), await order(owner)];
    const { status, body, bytes } = await app.call(exportOwnData, { token: user.token });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      Datos: { Usuario: user.username, Nombre: 'Beto', Email: user.email, Rol: 'Operación' },
      Sesiones: [{ Cierre: null, Dispositivo: expect.any(String), Red: '127.0.0.1' }],
    });
    const text = new TextDecoder().decode(bytes);
    expect(text).toContain('Creó una orden');
    expect(text).toContain('"Veces": 1');
    expect([text.includes(sent.tracking_id), text.includes(other.tracking_id)]).toEqual([true, false]);
    expect(text).not.toContain(owner.email);
  });

  test('erases the own data and leaves; name, e-mail and phone are gone and the address is free', async () => {
    const owner = await signUp(app, mail);
    const user = await addUser(app, mail, owner, 'operations', { first_name: 'Quetzalcoatl', phone: '11 4777 0303' });
    expect((await app.call(eraseOwnUser, { token: user.token, body: {} })).status).toBe(422);
    expect((await app.call(eraseOwnUser, { token: user.token, body: { confirmed: true } })).status).toBe(200);
    expect((await app.call(exportOwnData, { token: user.token })).status).toBe(401);
    const wrong = await app.call(login, { body: { _username: user.username, _password: user.password } });
    expect(wrong.status).toBe(400);
    const clientId = await clientIdOf(app, owner);
    const known = await tablesThatContain(app, ['Quetzalcoatl', user.email, '4777 0303'], clientId);
    expect(known).toEqual([]);
    expect((await app.call(readTeam, { token: owner.token })).body.results).toHaveLength(1);
    // Joins again with the same address.
    await addUser(app, mail, owner, 'viewer');
  });

  test('who is the only owner can’t be erased, neither by themselves nor by the provider', async () => {
    const owner = await signUp(app, mail);
    const refused = await app.call(eraseOwnUser, { token: owner.token, body: { confirmed: true } });
    expect([refused.status, refused.body.message]).toEqual([422, LAST_OWNER]);
    const [me] = (await app.call(readTeam, { token: owner.token })).body.results;
    const params = { clientId: await clientIdOf(app, owner), id: me?.id ?? 0 };
    expect((await staff(staffCalls.eraseClientUser, { params })).status).toBe(422);

    const next = await addUser(app, mail, owner, 'admin');
    await app.call(changeUserRole, { token: owner.token, params: { id: next.id }, body: { role: 'owner' } });
    expect((await staff(staffCalls.eraseClientUser, { params })).status).toBe(200);
    expect((await app.call(readTeam, { token: owner.token })).status).toBe(401);
    // Again, and with another company's id.
    expect((await staff(staffCalls.eraseClientUser, { params })).status).toBe(200);
    const other = await clientIdOf(app, await signUp(app, mail));
    const foreign = { params: { clientId: other, id: next.id } };
    expect((await staff(staffCalls.eraseClientUser, foreign)).status).toBe(404);
    expect((await staff(staffCalls.exportClientUser, foreign)).status).toBe(404);
    const file = await staff(staffCalls.exportClientUser, { params: { ...params, id: next.id } });
    expect(new TextDecoder().decode(file.bytes)).toContain(next.email);
  });
});
