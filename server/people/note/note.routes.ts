import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/people/staff-notes.ts';
import { addNote, clientSubject, listNotes, orderSubject, removeNote } from './note.ts';

/** Mounts the staff's notes about clients and orders. No call of a sender reads them. */
export function noteRoutes(mount: Mount, deps: Deps): void {
  mount.operator(calls.listClientNotes, async ({ operator, params, query }) =>
    listNotes(deps, operator, await clientSubject(deps, params.clientId), query),
  );
  mount.operator(calls.addClientNote, async ({ operator, params, body }) =>
    addNote(deps, operator, await clientSubject(deps, params.clientId), body.text),
  );
  mount.operator(calls.listOrderNotes, async ({ operator, params, query }) =>
    listNotes(deps, operator, await orderSubject(deps, params.id), query),
  );
  mount.operator(calls.addOrderNote, async ({ operator, params, body }) =>
    addNote(deps, operator, await orderSubject(deps, params.id), body.text),
  );
  mount.operator(calls.removeNote, async ({ operator, params }) => {
    await removeNote(deps, operator, params);
    return { message: 'La nota se borró' };
  });
}
