import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { listClients } from '#shared/people/staff-clients.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { Select } from '#web/kit/ui/field/select.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { CLIENTS_PATH } from '#web/people/staff/clients/client-paths.ts';

const MAX_CLIENTS = 1000;

/** Time after which clients that couldn't be read are read again, in ms. */
const RETRY_MS = 5000;

/** Clients whose stock the warehouse keeps. */
const useWarehouseClients = () =>
  useApiQuery(
    listClients,
    { query: { page: 1, limit: MAX_CLIENTS, filter: { fulfillment: '1' } } },
    { staleTime: MINUTE_MS, refetchInterval: ({ state }) => state.error?.temporary && RETRY_MS },
  );

/** In place of a client's stock before one is chosen: what to choose, or what comes first if no client has stock here. */
export function NoClientChosen({ title, text }: { title: string; text: string }) {
  const { data } = useWarehouseClients();
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

interface ClientSelectProps {
  /** Id of the chosen client; '' for all of them, or for none chosen yet. */
  value: string;
  onChange: (client: string) => void;
  /** Text of the empty choice: 'Todos' by default. */
  empty?: string;
}

/** Chooses one of the clients whose stock the warehouse keeps. */
export function ClientSelect({ value, onChange, empty = 'Todos' }: ClientSelectProps) {
  const { data, error } = useWarehouseClients();
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
