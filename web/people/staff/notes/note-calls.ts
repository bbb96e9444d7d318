import { addClientNote, addOrderNote, listClientNotes, listOrderNotes } from '#shared/people/staff-notes.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';

/** What notes are about: a client with its orders, or one order by its tracking id. */
export type NoteSubject = { clientId: string } | { trackingId: string };

/** Fetches the newest notes about a client or an order. */
export function useNotes(subject: NoteSubject, limit: number) {
  const [call, params] =
    'clientId' in subject
      ? ([listClientNotes, { clientId: subject.clientId }] as const)
      : ([listOrderNotes, { id: subject.trackingId }] as const);
  return useApiQuery(call, { params: params as never, query: { limit } }, { keepPrevious: true });
}

/** Provides the call that adds a note about a client or an order. */
export function useAddNote(subject: NoteSubject) {
  const client = useApiMutation(addClientNote);
  const order = useApiMutation(addOrderNote);
  const send = (body: { text: string }) =>
    'clientId' in subject
      ? client.send({ params: { clientId: subject.clientId }, body })
      : order.send({ params: { id: subject.trackingId }, body });
  return { send, pending: client.pending || order.pending };
}

/** Calls whose replies contain notes. */
export const NOTE_LISTS = [listClientNotes, listOrderNotes];
