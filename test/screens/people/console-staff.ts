import type { StaffMember } from '#shared/people/staff.ts';
import type { StaffSession } from '#shared/people/staff-sessions.ts';

/** A session of a person of the staff, from the office's network. */
export const session = (id: number, changes: Partial<StaffSession> = {}): StaffSession => ({
  id,
  kind: 'browser',
  device: 'Firefox en Linux',
  network: '203.0.113.7',
  current: false,
  created_at: '2026-11-20T09:00:00-03:00',
  last_seen_at: '2026-11-20T10:05:00-03:00',
  expires_at: '2026-11-20T21:00:00-03:00',
  ...changes,
});

/** An active person of the staff. */
export const person = (id: number, changes: Partial<StaffMember> = {}): StaffMember => ({
  id,
  email: `p${id}@proveedor.example`,
  name: `Persona ${id}`,
  role: 'support',
  state: 'active',
  second_factor: true,
  created_at: '2026-11-20T09:00:00-03:00',
  invitation_expires_at: null,
  invitation_mail: null,
  last_seen_at: null,
  current: false,
  ...changes,
});
