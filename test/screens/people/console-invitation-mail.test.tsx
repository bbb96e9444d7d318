// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  inviteStaff,
  listStaff,
  resendStaffInvitation,
  type StaffMember,
  withdrawStaffInvitation,
} from '#shared/people/staff.ts';
import { reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations } from '#test/screens/open-portal.tsx';
import { alertAppears, button, field, write } from '#test/screens/typing.ts';

const NO_CONNECTION = 'No se pudo conectar con el servidor de correo de SMTP_URL';

const invited = (invitation_mail: StaffMember['invitation_mail'], changes: Partial<StaffMember> = {}) => ({
  id: 3,
  email: 'juan@proveedor.example',
  name: '',
  role: 'support' as const,
  state: 'invited' as const,
  second_factor: false,
  created_at: '2026-11-20T09:00:00-03:00',
  last_seen_at: null,
  current: false,
  invitation_expires_at: '2026-11-23T09:00:00-03:00',
  invitation_mail,
  ...changes,
});

test.each([
  [{ state: 'waiting' as const, problem: null, sent_at: null }, 'El mail se va a enviar'],
  [
    { state: 'waiting' as const, problem: NO_CONNECTION, sent_at: null },
    `El mail espera: ${NO_CONNECTION}. Se intenta de nuevo solo`,
  ],
  [
    { state: 'failed' as const, problem: NO_CONNECTION, sent_at: null },
    `No se pudo enviar el mail: ${NO_CONNECTION}. Reenviá la invitación`,
  ],
  [{ state: 'sent' as const, problem: null, sent_at: '2026-11-20T09:01:00-03:00' }, 'Mail enviado el 20/11/2026 09:01'],
])('Personal shows what became of the mail of an invitation: %j', async (mail, text) => {
  const list = reply(listStaff, { results: [invited(mail)] });
  const { container } = await openConsole('/consola/personal', { replies: [loggedIn('admin'), list] });
  expect(await screen.findByText(text)).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test('the mail of an accepted invitation, or of one from before, isn’t mentioned', async () => {
  const sent = { state: 'sent' as const, problem: null, sent_at: '2026-11-20T09:01:00-03:00' };
  const results = [invited(null), invited(sent, { id: 4, state: 'active', name: 'Ana Paz' })];
  await openConsole('/consola/personal', { replies: [loggedIn('admin'), reply(listStaff, { results })] });
  await screen.findByText('Ana Paz');
  expect(screen.queryByText(/^(El mail|Mail)/)).toBeNull();
});

test('the notice about a sent invitation follows its mail, and goes with its end', async () => {
  const waiting = invited({ state: 'waiting', problem: null, sent_at: null });
  let person: StaffMember = waiting;
  const { user } = await openConsole('/consola/personal', {
    replies: [
      loggedIn('admin'),
      reply(listStaff, () => ({ results: [person] })),
      reply(inviteStaff, { message: 'La invitación se va a enviar', results: { id: 3 } }),
      reply(resendStaffInvitation, { message: 'Se va a enviar otra invitación' }),
      reply(withdrawStaffInvitation, () => {
        person = { ...waiting, state: 'withdrawn' };
        return { message: 'La invitación se retiró' };
      }),
    ],
  });
  const notice = () => screen.queryByText(/^Invitación a juan/)?.textContent;
  await screen.findByLabelText('Email');
  write('Email', 'juan@proveedor.example');
  await user.selectOptions(field('Rol'), 'Mesa de ayuda');
  await user.click(button('Invitar'));
  await waitFor(() => expect(notice()).toMatch(/El mail se va a enviar. Sirve hasta el 23\/11\/2026 09:00/));
  person = invited({ state: 'sent', problem: null, sent_at: '2026-11-20T09:01:00-03:00' });
  await user.click(button('Reenviar la invitación a juan@proveedor.example'));
  await waitFor(() => expect(notice()).toMatch(/Mail enviado el 20\/11\/2026 09:01/));
  await user.click(button('Retirar la invitación a juan@proveedor.example'));
  await alertAppears('La invitación se retiró');
  expect(notice()).toBeUndefined();
});
