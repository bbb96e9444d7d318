import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/people/staff-notes.ts';
import { addNote, clientSubject, listNotes, orderSubject, removeNote } from './note.ts';

/** Mounts the staff's notes about clients and orders. No call of a sender reads them. */
export function noteRoutes(mount: Mount, deps: Deps): void {
  mount.provider(calls.listClientNotes, async ({ caller, params, query }) =>
    listNotes(deps, caller, await clientSubject(deps, params.clientId), query),
  );
  mount.provider(calls.addClientNote, async ({ caller, params, body }) =>
    addNote(deps, caller, await clientSubject(deps, params.clientId), body.text),
  );
  mount.provider(calls.listOrderNotes, async ({ caller, params, query }) =>
    listNotes(deps, caller, await orderSubject(deps, params.id), query),
  );
  mount.provider(calls.addOrderNote, async ({ caller, params, body }) =>
    addNote(deps, caller, await orderSubject(deps, params.id), body.text),
  );
  mount.provider(calls.removeNote, async ({ caller, params }) => {
    await removeNote(deps, caller, params);
    return { message: 'La nota se borró' };
  });
}
