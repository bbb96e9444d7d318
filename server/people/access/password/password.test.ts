import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import * as access from '#shared/people/access.ts';
import * as account from '#shared/people/account.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { logIn, signUp, tokenIn } from '#test/fixtures/sender-factory.ts';

const { app, mail } = await sharedApp();

const user = (token: string) => app.call(account.currentUser, { token });

describe('forgotten password', () => {
  test('an unknown address gets the same reply as a known one, for a reset and for an activation mail', async () => {
    const { email } = await signUp(app, mail);
    for (const call of [access.recover, access.sendActivationMail]) {
      const known = await app.call(call, { body: { email } });
      const unknown = await app.call(call, { body: { email: `nadie.${email}` } });
      expect(known.status).toBe(200);
      expect(unknown.status).toBe(200);
      expect(unknown.bytes).toEqual(known.bytes);
    }
  });

  test('a reset changes the password once, ends every session and notifies the owner', async () => {
    const sender = await signUp(app, mail);
    await app.call(access.recover, { body: { email: sender.email } });
    await app.call(access.recover, { body: { email: sender.email } });
    const letters = await mail.mailsTo(sender.email, 3);
    const [, first, second] = letters.map(tokenIn);

    const reset = await app.call(access.resetPassword, { body: { token: first as string, password: 'clave nueva' } });
    expect(reset.body).toEqual({ message: 'La contraseña fue cambiada correctamente' });
    expect((await user(sender.token)).status).toBe(401);
    expect(await logIn(app, sender.username, sender.password)).toBe('');
    expect(await logIn(app, sender.username, 'clave nueva')).not.toBe('');

    for (const token of [first, second]) {
      const again = await app.call(access.resetPassword, { body: { token: token as string, password: 'otra más' } });
      expect(again.status).toBe(422);
      expect(again.body.errors?.[0]?.message).toBe('El enlace venció o ya se usó. Pedí uno nuevo');
    }
    const changed = (await mail.mailsTo(sender.email, 4)).at(-1);
    expect(changed?.subject).toBe('Tu contraseña cambió · Remito');
  });

  test('a reset link is valid for one hour', async () => {
    const sender = await signUp(app, mail);
    await app.call(access.recover, { body: { email: sender.email } });
    const [, letter] = await mail.mailsTo(sender.email, 2);
    app.setTime(new Date(Date.now() + HOUR_MS + 60_000));
    const late = await app.call(access.resetPassword, { body: { token: tokenIn(letter), password: 'clave nueva' } });
    app.setTime(null);
    expect(late.status).toBe(422);
  });
});

describe('change of password', () => {
  test('the current session stays valid, every other session ends', async () => {
    const sender = await signUp(app, mail);
    const other = await logIn(app, sender.username, sender.password);
    expect((await user(other)).status).toBe(200);
    const changed = await app.call(access.modifyPassword, {
      token: sender.token,
      body: { currentPassword: sender.password, newPassword: 'clave nueva' },
    });
    expect(changed.body).toEqual({ message: 'Contraseña modificada correctamente' });
    expect((await user(sender.token)).status).toBe(200);
    expect((await user(other)).status).toBe(401);
    expect(await logIn(app, sender.username, 'clave nueva')).not.toBe('');
  });

  test('a wrong current password is refused on its field and changes nothing', async () => {
    const sender = await signUp(app, mail);
    const { status, body } = await app.call(access.modifyPassword, {
      token: sender.token,
      body: { currentPassword: 'equivocada', newPassword: 'clave nueva' },
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field: 'currentPassword', message: 'La contraseña actual no es correcta' }]);
    expect(await logIn(app, sender.username, sender.password)).not.toBe('');
  });
});
