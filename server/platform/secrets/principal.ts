/** A user of a client. */
export interface UserPrincipal {
  kind: 'user';
  clientId: number;
  id: number;
}

/** A member of the provider's staff. */
export interface StaffPrincipal {
  kind: 'staff';
  clientId: null;
  id: number;
}

/** Somebody who logs in with a password and a second factor. `clientId` is the client whose rows the person belongs to. */
export type Principal = UserPrincipal | StaffPrincipal;

export const userPrincipal = ({ clientId, userId }: { clientId: number; userId: number }): UserPrincipal => ({
  kind: 'user',
  clientId,
  id: userId,
});

export const staffPrincipal = (id: number): StaffPrincipal => ({ kind: 'staff', clientId: null, id });

/** Names a principal without personal data, in rate limits, queues of hashing and logs: `user 1:2`, `staff 3`. */
export const accountOf = ({ kind, clientId, id }: Principal): string =>
  kind === 'user' ? `user ${clientId}:${id}` : `staff ${id}`;
