import { listClients } from '#shared/people/staff-clients.ts';
import { MINUTE_MS } from '#shared/time-units.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { CLIENTS_PATH } from '#web/people/staff/clients/client-paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { Select } from '#web/ui/select.tsx';

interface ClientSelectProps {
  /** Id of the chosen client; '' for all of them, or for none chosen yet. */
  value: string;
  onChange: (client: string) => void;
  /** Text of the empty choice: 'Todos' by default. */
  empty?: string;
}

const MAX_CLIENTS = 1000;

/** Time after which clients that couldn't be read are read again, in ms. */
const RETRY_MS = 5000;

/** Clients whose stock the warehouse keeps. */
const useDepotClients = () =>
  useApiQuery(
    listClients,
    { query: { page: 1, limit: MAX_CLIENTS, filter: { fulfillment: '1' } } },
    { staleTime: MINUTE_MS, refetchInterval: ({ state }) => state.error?.temporary && RETRY_MS },
  );

/** In place of a client's stock before one is chosen: what to choose, or what comes first if no client has stock here. */
export function NoClientChosen({ title, text }: { title: string; text: string }) {
  const { data } = useDepotClients();
  if (data?.results.length !== 0) return <EmptyState title={title} text={text} />;
  return (
    <EmptyState
      title="Todavía ningún cliente usa el depósito"
      text={
        <>
          Un administrador le da el permiso Fulfillment a un cliente en su página, en{' '}
          <Link to={CLIENTS_PATH}>Clientes</Link>.
        </>
      }
    />
  );
}

/** Chooses one of the clients whose stock the warehouse keeps. */
export function ClientSelect({ value, onChange, empty = 'Todos' }: ClientSelectProps) {
  const { data, error } = useDepotClients();
  const options = (data?.results ?? []).map((client) => ({
    value: String(client.client_id),
    label: client.nombre_empresa,
  }));
  return (
    <Field label="Cliente" error={data ? null : error?.firstMessage}>
      <Select
        value={value}
        options={[{ value: '', label: empty }, ...options]}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
