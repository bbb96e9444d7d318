import { listClients, type StaffClient } from '#shared/people/staff-clients.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { clientPath } from './client-paths.ts';
import { ClientState } from './client-state.tsx';

/** Other clients with the CUIT of a client. At most one of them can be approved. */
export function SameCuit({ client: { client_id, cuit } }: { client: StaffClient }) {
  const { data } = useApiQuery(listClients, { query: { limit: 10, filter: { search: cuit } } });
  const others = data?.results.filter((one) => one.cuit === cuit && one.client_id !== client_id) ?? [];
  return (
    <Note tone="warn">
      Otras empresas con este CUIT:
      <ul>
        {others.map((other) => (
          <li key={other.client_id}>
            <Link to={clientPath(other.client_id)}>{other.nombre_empresa}</Link> <ClientState state={other.state} />
          </li>
        ))}
      </ul>
    </Note>
  );
}
