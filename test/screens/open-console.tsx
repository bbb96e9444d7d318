import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { type StaffRole, staffPermissions } from '#shared/people/rules/staff-permissions.ts';
import { currentStaff, type staffMe } from '#shared/people/staff-sessions.ts';
import { createFakeGateway, type FakeGatewayOptions, type Reply, reply } from './fake-gateway.ts';
import type { OpenPortal } from './open-portal.tsx';

type Me = ReplyOf<typeof staffMe>['results'];

/** Builds the reply with the logged-in person. @param changes such as a missing second step */
export function loggedIn(role: StaffRole, changes: Partial<Me> = {}): Reply {
  const me: Me = {
    id: 1,
    email: 'laura@proveedor.example',
    name: 'Laura Benítez',
    role,
    permissions: staffPermissions(role),
    second_factor: 'done',
    has_factor: true,
    has_passkey: false,
    backup_codes: 10,
    ...changes,
  };
  return reply(currentStaff, { results: me });
}

/** Opens a path of the console with a fake gateway, and waits for the page's heading. */
export async function openConsole(path: string, options: FakeGatewayOptions = {}): Promise<OpenPortal> {
  vi.resetModules();
  window.history.replaceState(null, '', path);
  const received = options.received ?? [];
  vi.stubGlobal('fetch', createFakeGateway({ ...options, received }));
  const [
    { Console },
    { staffCredential },
    { queryClient },
    { setCredential },
    { startHistory },
    { loadSettings },
    { keepQueries },
  ] = await Promise.all([
    import('#web/console/console.tsx'),
    import('#web/people/staff/access/staff-credential.ts'),
    import('#web/kit/call/queries.ts'),
    import('#web/kit/call/credential.ts'),
    import('#web/kit/lib/history.ts'),
    import('#web/kit/call/settings.ts'),
    import('#web/console/kit/back-to.ts'),
  ]);
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  setCredential(staffCredential);
  startHistory();
  keepQueries();
  await loadSettings();
  const { container } = await act(async () => render(<Console />));
  await screen.findByRole('heading', { level: 1 });
  return { container, user: userEvent.setup(), received };
}
